import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Channels

/// Many notifications at the same time, over a real transport and real sockets.
@Suite("webhook: many at once", .io)
struct WebhookConcurrencyTests {
    private func deliver(
        _ notifications: [AlertNotification], secrets: [SigningSecret] = [],
        to handler: @escaping LoopbackServer.Handler
    ) async throws -> (outcomes: [String: DeliveryOutcome], requests: [LoopbackRequest]) {
        let server = try LoopbackServer(handler)
        defer { server.stop() }
        let channel = try WebhookChannel(
            name: "hook",
            receiver: .json(url: Secret(server.url("/pathsecret")), signingSecrets: secrets),
            transport: CurlTransport(), clock: .still())
        let outcomes = await withTaskGroup(of: (String, DeliveryOutcome).self) { group in
            for notification in notifications {
                group.addTask { (notification.id, await channel.deliver(notification)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return (outcomes, server.requests)
    }

    private let notifications = (0..<200).map {
        SampleNotification.level(id: "ntc_\($0)", title: "−\($0),00 kr")
    }

    @Test("each arrives once, as it was published, with a signature that fits")
    func arrives() async throws {
        let secret = try #require(SigningSecret(Secret(SigningSecretTests.text)))
        let found = try await deliver(notifications, secrets: [secret]) { _ in .respond(status: 204)
        }
        #expect(found.outcomes.values.count { $0 == .delivered } == 200)
        #expect(found.requests.count == 200)
        for notification in notifications {
            let request = try #require(
                found.requests.first { $0.header("webhook-id") == notification.id })
            #expect(request.body == NotificationCoding.bytes(notification))
            #expect(
                secret.verifies(
                    id: notification.id, timestamp: request.header("webhook-timestamp") ?? "",
                    body: request.body, signatures: request.header("webhook-signature") ?? ""))
        }
    }

    @Test("what is refused is tried again, the others are not")
    func someFail() async throws {
        let found = try await deliver(notifications) { request in
            .respond(status: request.header("webhook-id") == "ntc_7" ? 503 : 200)
        }
        for (id, outcome) in found.outcomes {
            #expect(outcome.kind == (id == "ntc_7" ? "retry" : "delivered"))
        }
    }
}
