import Alerts
import Finance
import Foundation
import HTTP
import Rules
import TestSupport
import Testing

@testable import Channels

/// What is asked of every format alike.
@Suite("webhook formats", .io)
struct WebhookFormatTests {
    private func request(_ format: FormatCase, _ notification: AlertNotification) async throws
        -> HTTPRequest
    {
        let transport = ScriptedTransport { (_) throws(TransportError) in format.success }
        #expect(await (try format.channel(transport)).deliver(notification) == .delivered)
        return try #require(transport.requests.first)
    }

    private static let hostile = SampleNotification.level(
        id: "ntc_7", title: "−612,35 kr @all <b>*KIWI.NO*</b> `x` [a](https://evil.example) :tada:",
        body: "<!channel> https://evil.example/?q=1 & \"x\" \\ #tag /start @everyone",
        urgency: .critical)

    private func golden(_ format: FormatCase, _ notification: AlertNotification) async throws
        -> String
    {
        let request = try await request(format, notification)
        let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        return "\(request.method.rawValue) \(request.url)\n\(headers)\n\n\(body)\n"
    }

    @Test("send exactly this for a hostile urgent notice", arguments: FormatCase.all)
    func bytes(format: FormatCase) async throws {
        try Golden.check(try await golden(format, Self.hostile), "requests/\(format.name).txt")
    }

    @Test("mean by success what the service means by it", arguments: FormatCase.all)
    func success(format: FormatCase) async throws {
        #expect(try await format.outcome(format.success) == .delivered)
        let page = HTTPResponse(status: 200, body: Array("<html>Sign in to the hotel</html>".utf8))
        let outcome = try await format.outcome(page)
        #expect(outcome.kind == (format.name == "json" ? "delivered" : "retry"))
        let silent = try await format.outcome(HTTPResponse(status: 200))
        #expect(silent.kind == (format.isStrict ? "retry" : "delivered"))
    }

    @Test(
        "try again at the receiver's wish, and hold what refuses the sender",
        arguments: FormatCase.all)
    func failures(format: FormatCase) async throws {
        let busy = HTTPResponse(status: 429, retryAfter: .seconds(9))
        #expect(try await format.outcome(busy).wait == .seconds(9))
        for status in [500, 502, 503] {
            #expect(try await format.outcome(HTTPResponse(status: status)).kind == "retry")
        }
        for status in [401, 403] {
            let outcome = try await format.outcome(HTTPResponse(status: status))
            #expect(outcome.problem?.reason == .auth && outcome.wait == .seconds(3_600))
        }
        let refused = try await format.outcome(HTTPResponse(status: 400))
        #expect(refused.kind == "refused")
        let moved = HTTPResponse(status: 302, headers: [HTTPHeader("Location", "https://a.b/")])
        #expect(try await format.outcome(moved).kind == "refused")
        #expect(try await format.outcome(HTTPResponse(status: 410)).kind == "channelClosed")
    }

    @Test("never show a secret, whatever the receiver says", arguments: FormatCase.all)
    func secrets(format: FormatCase) async throws {
        let secret = FormatCase.secret
        let bodies = [
            "hunter2", "{\"error\":\"hunter2/x\",\"errcode\":\"hunter2/x\"}",
            "{\"ok\":false,\"description\":\"token hunter2/x is wrong\",\"result\":\"error\"}",
        ]
        for status in [200, 302, 400, 401, 404, 413, 429, 500] {
            for body in bodies.dropFirst() {
                let outcome = try await format.outcome(
                    HTTPResponse(status: status, body: Array(body.utf8)))
                #expect(!"\(outcome)".contains(secret), "\(status) \(body)")
            }
        }
        var dumped = ""
        let channel = try format.channel(ScriptedTransport())
        dump(channel, to: &dumped)
        #expect(!(dumped + "\(channel)").contains(secret))
    }

    @Test(
        "stay within the receiver's limits, and say that something is missing",
        arguments: FormatCase.all)
    func limits(format: FormatCase) async throws {
        let limits = [
            "slack": 60_000, "mattermost": 25_000, "discord": 7_000, "teams": 21_000,
            "google-chat": 30_000, "telegram": 14_000, "matrix": 60_000, "ntfy": 4_600,
            "pushover": 9_000, "rocket-chat": 16_000, "zulip": 40_000, "gotify": 16_000,
            "home-assistant-notify": 16_000,
        ]
        guard let limit = limits[format.name] else { return }
        let long = String(repeating: "<&*æ👨‍👩‍👧 ", count: 3_000)
        var notification = SampleNotification.digest(lines: 400)
        notification.data.title = long
        notification.data.body = long
        let body = try await request(format, notification).body ?? []
        #expect(body.count <= limit, "\(body.count)")
        let text = String(decoding: body, as: UTF8.self)
        #expect(text.contains("…") || text.contains("%E2%80%A6"))
        #expect(text.contains("… +") || text.contains("%E2%80%A6%20%2B"))
    }

    @Test(
        "say of a repetition that it is one where the service has a way", arguments: FormatCase.all)
    func idempotency(format: FormatCase) async throws {
        let first = try await request(format, Self.hostile)
        let again = try await request(format, Self.hostile)
        #expect(first.url == again.url && first.body == again.body)
        let named = ["json", "google-chat", "matrix", "ntfy", "home-assistant"]
        let text =
            "\(first.url) \(first.headers) \(String(decoding: first.body ?? [], as: UTF8.self))"
        #expect(text.contains("ntc_7") == named.contains(format.name))
    }

    @Test("send the person's headers, and keep their own", arguments: FormatCase.all)
    func headers(format: FormatCase) async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in format.success }
        let channel = try format.channel(
            transport, headers: [WebhookHeader("X-Room", Secret("hall"))])
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        let request = try #require(transport.requests.first)
        #expect(request.headers.last == HTTPHeader("X-Room", "hall"))
        for own in request.headers where own.name != "X-Room" {
            #expect(throws: ChannelSettingsError.reservedHeader(own.name)) {
                try format.channel(transport, headers: [WebhookHeader(own.name, Secret("x"))])
            }
        }
    }

    @Test("read well for every kind of notice", arguments: FormatCase.all)
    func kinds(format: FormatCase) async throws {
        guard !format.name.hasPrefix("json"), format.name != "home-assistant" else { return }
        let words: [(AlertNotification, String)] = [
            (
                SampleNotification.level(title: "Recovered: Brukskonto", type: .resolved),
                "Recovered"
            ),
            (SampleNotification.level(title: "Still: Brukskonto", type: .reminder), "Still"),
            (SampleNotification.digest(lines: 3), "KAFFEHJORNET"),
            (SampleNotification.level(title: "Week 10", type: .summary), "Week"),
            (SampleNotification.level(title: "Bank sbanken silent", type: .healthFired), "sbanken"),
        ]
        for (notification, word) in words {
            let body = try await request(format, notification).body ?? []
            #expect(String(decoding: body, as: UTF8.self).contains(word), "\(notification.type)")
        }
    }
}
