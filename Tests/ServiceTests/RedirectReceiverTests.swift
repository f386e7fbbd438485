import HTTP
import TestSupport
import Testing

@testable import Service

@Suite("The receiver of a browser that comes back from a bank", .io)
struct RedirectReceiverTests {
    /// Lends a receiver of `/callback` that awaits answers with the state `s`.
    private func with(
        _ body: (RedirectReceiver, CurlTransport, _ port: Int) async throws -> Void
    ) async throws {
        let receiver = RedirectReceiver(path: "/callback") { $0.hasSuffix("state=s") }
        let port = try await receiver.start(port: 0)
        let transport = CurlTransport()
        defer { transport.close() }
        try await body(receiver, transport, port)
    }

    @Test("takes the first request of its path, with an answer for the person, and is gone")
    func first() async throws {
        try await with { receiver, transport, port in
            let icon = try await transport.send(
                HTTPRequest(url: "http://127.0.0.1:\(port)/favicon.ico"))
            #expect(icon.status == 404)
            let page = try await transport.send(
                HTTPRequest(url: "http://localhost:\(port)/callback?code=c%2F1&state=s"))
            #expect(page.status == 200)
            #expect(String(decoding: page.body, as: UTF8.self).contains("Go back to the terminal"))
            #expect(await receiver.answer(within: .seconds(600)) == "/callback?code=c%2F1&state=s")
            await #expect(throws: TransportError.self) {
                _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port)/callback"))
            }
        }
    }

    @Test("says of an answer to another sign-in that it was not used, and is gone too")
    func foreign() async throws {
        try await with { receiver, transport, port in
            let url = "http://127.0.0.1:\(port)/callback?code=c&state="
            let foreign = try await transport.send(HTTPRequest(url: url + "other"))
            #expect(foreign.status == 400)
            let page = String(decoding: foreign.body, as: UTF8.self)
            #expect(page.contains("another sign-in") && !page.contains("has answered"))
            #expect(
                await receiver.answer(within: .seconds(600)) == "/callback?code=c&state=other")
            await #expect(throws: TransportError.self) {
                _ = try await transport.send(HTTPRequest(url: url + "s"))
            }
        }
    }

    @Test("a program that only looks at the address is refused, and uses nothing up")
    func head() async throws {
        try await with { receiver, transport, port in
            let url = "http://127.0.0.1:\(port)/callback?code=c&state=s"
            let looking = try ForeignProcess(["curl", "--silent", "--head", url])
            #expect(try await looking.exitCode() == 0)
            #expect(looking.lines.first?.contains(" 405 ") == true, "\(looking.lines)")
            #expect(try await transport.send(HTTPRequest(url: url)).status == 200)
            #expect(await receiver.answer(within: .seconds(600)) == "/callback?code=c&state=s")
        }
    }

    @Test("stops to listen when nothing has come in time")
    func limit() async throws {
        try await with { receiver, transport, port in
            #expect(await receiver.answer(within: .milliseconds(1)) == nil)
            await #expect(throws: TransportError.self) {
                _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port)/callback"))
            }
        }
    }
}
