import Alerts
import Finance
import HTTP
import TestSupport
import Testing

@testable import Channels

/// The webhook over a real transport and a real socket.
@Suite("webhook: loopback", .io)
struct WebhookLoopbackTests {
    @Test("arrives byte for byte, with its headers")
    func arrives() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        let notification = SampleNotification.level(
            title: "Lønnskonto: 95,00 kr", body: "«æøå» \\ \"")
        let secret = try #require(SigningSecret(Secret(SigningSecretTests.text)))
        let channel = try channel(server, signingSecrets: [secret])
        #expect(await channel.deliver(notification) == .delivered)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/pathsecret?q=1")
        #expect(request.body == NotificationCoding.bytes(notification))
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("webhook-id") == "ntc_1")
        let stamp = try #require(request.header("webhook-timestamp"))
        let signed = Array("ntc_1.\(stamp).".utf8) + request.body
        #expect(request.header("webhook-signature") == "v1," + secret.signature(of: signed, []))
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let server = try LoopbackServer { request in
            .respond(
                status: request.path == "/elsewhere" ? 200 : 308,
                headers: [("Location", "http://127.0.0.1/elsewhere")])
        }
        defer { server.stop() }
        let outcome = await (try channel(server)).deliver(SampleNotification.level())
        #expect(outcome.kind == "refused" && server.requests.count == 1)
        #expect(outcome.problem?.problem.hasSuffix("and points to 127.0.0.1") == true)
    }

    @Test("a server's wish to wait is passed on")
    func retryAfter() async throws {
        let server = try LoopbackServer { _ in
            .respond(status: 429, headers: [("Retry-After", "7")])
        }
        defer { server.stop() }
        let outcome = await (try channel(server)).deliver(SampleNotification.level())
        #expect(outcome.wait == .seconds(7) && outcome.problem?.reason == .rateLimited)
    }

    @Test("nobody there, or somebody who hangs up: tried again, without the path in the words")
    func unreachable() async throws {
        let server = try LoopbackServer { _ in .reset }
        let reset = await (try channel(server)).deliver(SampleNotification.level())
        server.stop()
        let gone = await (try channel(server)).deliver(SampleNotification.level())
        for outcome in [reset, gone] {
            #expect(outcome.kind == "retry" && outcome.problem?.reason == .unreachable)
            #expect(!"\(outcome)".contains("pathsecret"))
        }
    }

    private func channel(
        _ server: LoopbackServer, signingSecrets: [SigningSecret] = []
    ) throws -> WebhookChannel {
        let url = Secret(server.url("/pathsecret?q=1"))
        return try WebhookChannel(
            name: "hook", receiver: .json(url: url, signingSecrets: signingSecrets),
            transport: CurlTransport())
    }
}
