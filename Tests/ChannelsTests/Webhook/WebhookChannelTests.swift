import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Channels

@Suite("webhook channel", .io)
struct WebhookChannelTests {
    static let url = "https://hooks.example.org:8443/T0/pathsecret?token=querysecret"

    private func channel(
        _ transport: ScriptedTransport, signingSecrets: [SigningSecret] = [],
        headers: [WebhookHeader] = []
    ) throws -> WebhookChannel {
        try WebhookChannel(
            name: "hook", receiver: .json(url: Secret(Self.url), signingSecrets: signingSecrets),
            headers: headers, transport: transport,
            clock: WebhookChannel.Clock(now: { Date(timeIntervalSince1970: 1_700_000_000.9) }))
    }

    private func outcome(
        _ status: Int, headers: [HTTPHeader] = [], body: String = "", retryAfter: Duration? = nil
    ) async throws -> DeliveryOutcome {
        let response = HTTPResponse(
            status: status, headers: headers, body: Array(body.utf8), retryAfter: retryAfter)
        let transport = ScriptedTransport { (_) throws(TransportError) in response }
        return await (try channel(transport)).deliver(SampleNotification.level())
    }

    @Test("posts the published notice with the headers of Standard Webhooks")
    func json() async throws {
        let transport = ScriptedTransport([.init(.post, "pathsecret", answer: .json("{}"))])
        let secrets = try ["new", "old"].map { name in
            let key = Data((name + String(repeating: "x", count: 30)).utf8).base64EncodedString()
            return try #require(SigningSecret(Secret("whsec_" + key)))
        }
        let channel = try channel(
            transport, signingSecrets: secrets,
            headers: [WebhookHeader("Authorization", Secret("Bearer t"))])
        let notification = SampleNotification.level()
        #expect(await channel.deliver(notification) == .delivered)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == Self.url)
        #expect(request.body == NotificationCoding.bytes(notification))
        #expect(
            request.headers.prefix(3) == [
                HTTPHeader("Content-Type", "application/json"), HTTPHeader("webhook-id", "ntc_1"),
                HTTPHeader("webhook-timestamp", "1700000000"),
            ])
        let message = Array("ntc_1.1700000000.".utf8) + (request.body ?? [])
        let signatures = secrets.map { "v1," + $0.signature(of: message, []) }
        #expect(request.headers[3].value == signatures.joined(separator: " "))
        #expect(request.headers[4] == HTTPHeader("Authorization", "Bearer t"))
    }

    @Test("2xx is delivered", arguments: [200, 201, 202, 204])
    func delivered(status: Int) async throws {
        #expect(try await outcome(status) == .delivered)
    }

    @Test(
        "trouble of the receiver is tried again, at its own wish",
        arguments: [
            (408, DeliveryProblem.Reason.timedOut), (425, .rateLimited), (429, .rateLimited),
            (500, .server), (502, .server), (503, .server), (504, .server), (507, .server),
        ])
    func busy(status: Int, reason: DeliveryProblem.Reason) async throws {
        let outcome = try await outcome(status, retryAfter: .seconds(7))
        #expect(outcome.kind == "retry" && outcome.wait == .seconds(7))
        #expect(outcome.problem?.reason == reason)
        #expect(
            outcome.problem?.problem
                == "hooks.example.org:8443 answered \(status)")
    }

    @Test("a refusal of the content is final", arguments: [400, 404, 405, 413, 415, 418, 422])
    func refused(status: Int) async throws {
        let outcome = try await outcome(status)
        #expect(outcome.kind == "refused" && outcome.problem?.reason == .client)
    }

    @Test("401 and 403 hold the channel for an hour", arguments: [401, 403])
    func held(status: Int) async throws {
        let outcome = try await outcome(status)
        #expect(outcome.kind == "retry" && outcome.problem?.reason == .auth)
        #expect(outcome.wait == .seconds(3_600))
    }

    @Test("410 closes the channel")
    func gone() async throws {
        #expect(try await outcome(410).kind == "channelClosed")
    }

    @Test(
        "a redirect is not followed; the new host is named, nothing else of the place",
        arguments: [
            ("https://new.example.net/secret?x=1", " and points to new.example.net"),
            ("//u:p@cdn.example.net:1/x", " and points to cdn.example.net:1"), ("/login", ""),
            ("https://evil\u{1B}[31m.example", " and points to evil[31m.example"),
        ])
    func redirect(location: String, words: String) async throws {
        let outcome = try await outcome(307, headers: [HTTPHeader("location", location)])
        #expect(outcome.kind == "refused")
        #expect(
            outcome.problem?.problem
                == "hooks.example.org:8443 answered 307\(words)")
    }

    @Test(
        "failures of the exchange",
        arguments: [
            (TransportError.unreachable, DeliveryProblem.Reason.unreachable),
            (.connectionLost, .unreachable), (.tls, .unreachable), (.timedOut, .timedOut),
            (.cancelled, .cancelled), (.closed, .cancelled), (.untrustedCertificate, .other),
            (.malformedResponse, .server), (.other(code: 9), .other),
            (.bodyTooLarge(status: 503), .server),
        ])
    func failures(error: TransportError, reason: DeliveryProblem.Reason) async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in throw error }
        let outcome = await (try channel(transport)).deliver(SampleNotification.level())
        #expect(outcome.kind == "retry" && outcome.problem?.reason == reason)
        let text = "\(outcome)"
        #expect(!text.contains("pathsecret") && !text.contains("querysecret"))
    }

    @Test("a long answer is judged by its status")
    func longAnswer() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            throw .bodyTooLarge(status: 200)
        }
        #expect(await (try channel(transport)).deliver(SampleNotification.level()) == .delivered)
    }

    @Test("an address that may not be contacted closes the channel")
    func forbidden() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            throw .refusedURL(.forbiddenAddress)
        }
        let outcome = await (try channel(transport)).deliver(SampleNotification.level())
        #expect(outcome.kind == "channelClosed")
    }

    @Test("what is too long is tried once more without its lines, under the same id")
    func tooLong() async throws {
        let transport = ScriptedTransport([
            .init(.post, "", answer: HTTPResponse(status: 413)),
            .init(.post, "", answer: HTTPResponse(status: 204)),
        ])
        #expect(
            await (try channel(transport)).deliver(SampleNotification.digest(lines: 200))
                == .delivered)
        let sizes = transport.requests.map { $0.body?.count ?? 0 }
        #expect(sizes[1] < 2_000 && sizes[0] > 10_000)
        #expect(Set(transport.requests.map { $0.headers[1].value }).count == 1)
    }

    @Test("an id that can't be signed is refused before anything is sent")
    func badID() async throws {
        let transport = ScriptedTransport()
        let outcome = await (try channel(transport)).deliver(SampleNotification.level(id: "a.b"))
        #expect(outcome.kind == "refused")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "settings that could not work are refused, without repeating them",
        arguments: [
            (
                "ftp://example.org/pathsecret", "X", "y",
                ChannelSettingsError.refused(.refusedURL(.scheme))
            ),
            ("pathsecret", "X", "y", .refused(.refusedURL(.malformed))),
            ("https://u:pathsecret@example.org", "X", "y", .refused(.refusedURL(.credentials))),
            (url, "X-A", "pathsecret\r\nX-B: c", .refused(.refusedHeader("X-A"))),
            (url, "X A", "y", .refused(.refusedHeader("XA"))),
            (url, "Host", "y", .refused(.refusedHeader("Host"))),
            (url, "WEBHOOK-ID", "y", .reservedHeader("WEBHOOK-ID")),
            (url, "content-type", "y", .reservedHeader("content-type")),
        ])
    func settings(url: String, name: String, value: String, expected: ChannelSettingsError) {
        #expect(throws: expected) {
            try WebhookChannel(
                name: "hook", receiver: .json(url: Secret(url)),
                headers: [WebhookHeader(name, Secret(value))], transport: ScriptedTransport())
        }
        #expect(!expected.description.contains("pathsecret"))
    }

    @Test("a channel does not show its address or its headers' values")
    func hidden() throws {
        let channel = try channel(
            ScriptedTransport(), headers: [WebhookHeader("X-Key", Secret("headersecret"))])
        var dumped = ""
        dump(channel, to: &dumped)
        for shown in ["\(channel)", String(reflecting: channel), dumped] {
            #expect(!shown.contains("pathsecret") && !shown.contains("headersecret"))
        }
    }
}
