import Alerts
import Finance
import HTTP
import TestSupport
import Testing
import Threads

@testable import Channels

/// Receivers that misbehave, over a real transport and real sockets.
@Suite("webhook: a zoo of receivers", .io)
struct WebhookZooTests {
    private func outcomes(
        _ count: Int = 1, timeout: Duration = .seconds(15), isSlack: Bool = false,
        _ handler: @escaping LoopbackServer.Handler
    ) async throws -> (outcomes: [DeliveryOutcome], requests: [LoopbackRequest]) {
        let server = try LoopbackServer(handler)
        defer { server.stop() }
        let url = Secret(server.url("/pathsecret"))
        let channel = try WebhookChannel(
            name: "hook", receiver: isSlack ? .slack(url: url) : .json(url: url),
            timeout: timeout, transport: CurlTransport(),
            clock: .still())
        var outcomes: [DeliveryOutcome] = []
        for _ in 0..<count { outcomes.append(await channel.deliver(SampleNotification.level())) }
        #expect(!"\(outcomes)".contains("pathsecret"))
        return (outcomes, server.requests)
    }

    @Test("one that hangs, before or after its headers, is tried again")
    func hangs() async throws {
        let slow = Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8)
        let gate = LoopbackGate()
        // A thread that waits for ever would keep what it has.
        defer { gate.open() }
        for answer in [LoopbackAnswer.hang, .held(gate, .raw(slow))] {
            let found = try await outcomes(timeout: .milliseconds(80)) { _ in answer }
            #expect(found.outcomes[0].problem?.reason == .timedOut)
        }
    }

    @Test("one that ends in the middle of its answer is tried again")
    func cut() async throws {
        let found = try await outcomes { _ in .cutAfterHeaders }
        #expect(found.outcomes[0].kind == "retry")
    }

    @Test("one that fails once gets the same notice again, under the same id")
    func recovers() async throws {
        let count = Lock(0)
        let found = try await outcomes(2) { _ in
            let number = count.withLock { number in
                number += 1
                return number
            }
            return .respond(status: number == 1 ? 500 : 200)
        }
        #expect(found.outcomes.map(\.kind) == ["retry", "delivered"])
        #expect(found.requests.map { $0.header("webhook-id") } == ["ntc_1", "ntc_1"])
        #expect(found.requests[0].body == found.requests[1].body)
    }

    @Test(
        "both forms of Retry-After are obeyed, for seven days at most",
        arguments: [
            ("120", Duration.seconds(120)), ("99999999999", .seconds(604_800)), ("-5", nil),
            ("Fri, 31 Dec 2100 23:59:59 GMT", .seconds(604_800)),
            ("Fri, 31 Dec 1999 23:59:59 GMT", nil), ("soon", nil),
        ] as [(String, Duration?)])
    func retryAfter(value: String, wait: Duration?) async throws {
        let found = try await outcomes { _ in
            .respond(status: 429, headers: [("Retry-After", value)])
        }
        #expect(found.outcomes[0].wait == wait)
    }

    @Test("one that is gone or lives elsewhere is not asked for more")
    func final() async throws {
        let moved = try await outcomes { _ in
            .respond(status: 302, headers: [("Location", "https://new.example/x")])
        }
        #expect(moved.outcomes[0].kind == "refused" && moved.requests.count == 1)
        let gone = try await outcomes { _ in .respond(status: 410) }
        #expect(gone.outcomes[0].kind == "channelClosed")
    }

    @Test("one that talks without end is judged by its status where that is enough")
    func talks() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
        let endless = head + [UInt8](repeating: 0x20, count: 5_000_000)
        let json = try await outcomes { _ in .raw(endless) }
        #expect(json.outcomes == [.delivered])
        let slack = try await outcomes(isSlack: true) { _ in .raw(endless) }
        #expect(slack.outcomes[0].kind == "retry")
    }

    @Test("one that does not speak HTTP is tried again")
    func babble() async throws {
        let found = try await outcomes { _ in .raw(Array("SSH-2.0-OpenSSH_9\r\n".utf8)) }
        #expect(found.outcomes[0].kind == "retry")
    }
}
