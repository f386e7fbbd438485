import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Channels

/// Many notices at once, over a real transport and real sockets.
@Suite("webhook: many at once")
struct WebhookBulkTests {
    private static let clock = WebhookChannel.Clock.still()

    private func parcels(_ notices: [AlertNotification]) -> [EncodedNotification] {
        notices.map { notice in
            EncodedNotification(
                channel: "hook", noticeID: notice.id, createdAt: SampleNotification.instant,
                attempts: 1,
                published: NotificationCoding.bytes(notice))
        }
    }

    private func numbered(_ count: Int) -> [AlertNotification] {
        (0..<count).map { SampleNotification.level(id: "ntc_\($0)", title: "−\($0),00 kr") }
    }

    private func deliver(
        _ notices: [AlertNotification], secrets: [SigningSecret] = [],
        to handler: @escaping LoopbackServer.Handler
    ) async throws -> (outcomes: [DeliveryOutcome?], requests: [LoopbackRequest]) {
        let server = try LoopbackServer(handler)
        defer { server.stop() }
        let channel = try WebhookChannel(
            name: "hook",
            receiver: .json(url: Secret(server.url("/pathsecret")), signingSecrets: secrets),
            options: WebhookOptions(), transport: CurlTransport(), clock: Self.clock)
        let outcomes = await channel.deliver(parcels(notices))
        return (outcomes, server.requests)
    }

    @Test("each arrives once, as it was published, with a signature that fits")
    func arrives() async throws {
        let secret = try #require(SigningSecret(Secret(SigningSecretTests.text)))
        let notices = numbered(200)
        let found = try await deliver(notices, secrets: [secret]) { _ in .respond(status: 204) }
        #expect(found.outcomes == Array(repeating: .delivered, count: 200))
        #expect(found.requests.count == 200)
        for notice in notices {
            let request = try #require(
                found.requests.first { $0.header("webhook-id") == notice.id })
            #expect(request.body == NotificationCoding.bytes(notice))
            #expect(
                secret.verifies(
                    id: notice.id, timestamp: request.header("webhook-timestamp") ?? "",
                    body: request.body, signatures: request.header("webhook-signature") ?? ""))
        }
    }

    @Test("make the same request as one notice alone")
    func same() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in HTTPResponse(status: 200)
        }
        let channel = try WebhookChannel(
            name: "hook", receiver: .json(url: Secret("https://hook.example/x")),
            options: WebhookOptions(headers: [WebhookHeader("X-Key", Secret("k"))]),
            transport: transport, clock: Self.clock)
        let notice = SampleNotification.level(title: "Lønnskonto: 95,00 kr", body: "«æøå» \\ \"")
        #expect(await channel.deliver(notice) == .delivered)
        #expect(await channel.deliver(parcels([notice])) == [.delivered])
        let (alone, bulk) = (transport.requests[0], transport.requests[1])
        #expect(alone.headers == bulk.headers && alone.body == bulk.body && alone.url == bulk.url)
        #expect(alone.method == bulk.method && alone.timeout == bulk.timeout)
    }

    @Test("what is refused is tried again, the others are not")
    func someFail() async throws {
        let found = try await deliver(numbered(50)) { request in
            .respond(status: request.header("webhook-id") == "ntc_7" ? 503 : 200)
        }
        for (number, outcome) in found.outcomes.enumerated() {
            #expect(outcome?.kind == (number == 7 ? "retry" : "delivered"))
        }
    }

    @Test("a receiver that is gone is not asked for all of them")
    func gone() async throws {
        let found = try await deliver(numbered(300)) { _ in .respond(status: 410) }
        let begun = found.outcomes.compactMap { $0 }
        #expect(begun.allSatisfy { $0.kind == "channelClosed" })
        #expect((1...64).contains(begun.count) && found.outcomes.count == 300)
    }

    @Test("one that is too long is tried once more with less in it")
    func tooLong() async throws {
        let long = SampleNotification.digest(lines: 400)
        let found = try await deliver(numbered(3) + [long]) { request in
            .respond(status: request.body.count > 2_000 ? 413 : 200)
        }
        #expect(found.outcomes == Array(repeating: .delivered, count: 4))
        #expect(found.requests.count { $0.header("webhook-id") == long.id } == 2)
    }

    @Test("an identifier that can't be signed is refused and never sent")
    func unsendable() async throws {
        let found = try await deliver([
            SampleNotification.level(id: "ntc.1"), SampleNotification.level(),
        ]) {
            _ in
            .respond(status: 200)
        }
        #expect(found.outcomes.map { $0?.kind } == ["refused", "delivered"])
        #expect(found.requests.count == 1)
    }
}
