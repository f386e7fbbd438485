import Alerts
import Finance
import HTTP
import TestSupport
import Testing
import Threads

@testable import Channels

/// One kind of receiver with invented settings and the answer by which it says that it got a notification.
struct FormatCase: Sendable, CustomTestStringConvertible {
    let name: String
    let receiver: WebhookReceiver
    let success: HTTPResponse
    /// Nothing else that is 2xx counts as success; otherwise a status is enough.
    var isStrict = true
    /// What must not be seen in any error.
    static let secret = "hunter2"

    var testDescription: String { name }

    /// A channel to it over `transport`, which waits for nothing.
    func channel(
        _ transport: any HTTPTransport, pauses: Lock<[Duration]> = Lock([]),
        headers: [WebhookHeader] = []
    ) throws -> WebhookChannel {
        try WebhookChannel(
            name: "hook", receiver: receiver, headers: headers,
            transport: transport, clock: .still(pauses))
    }

    /// What becomes of a notification that is answered like this.
    func outcome(_ response: HTTPResponse) async throws -> DeliveryOutcome {
        let transport = ScriptedTransport { (_) throws(TransportError) in response }
        return await (try channel(transport)).deliver(SampleNotification.level())
    }

    static func named(_ name: String) throws -> FormatCase {
        try #require(all.first { $0.name == name })
    }

    static let all: [FormatCase] = [
        FormatCase(
            name: "json", receiver: .json(url: url("hook.example")),
            success: HTTPResponse(status: 204), isStrict: false),
        FormatCase(
            name: "slack", receiver: .slack(url: url("hooks.slack.com/services/T0/B0")),
            success: HTTPResponse(status: 200, body: Array("ok".utf8))),
        FormatCase(
            name: "mattermost", receiver: .mattermost(url: url("chat.example/hooks")),
            success: HTTPResponse(status: 200, body: Array("ok".utf8))),
        FormatCase(
            name: "discord", receiver: .discord(url: url("discord.com/api/webhooks/1")),
            success: .json(#"{"id":"1","content":"x"}"#), isStrict: false),
        FormatCase(
            name: "teams", receiver: .teams(url: Secret("\(flow)?sp=%2Ftriggers&sig=hunter2")),
            success: HTTPResponse(status: 202), isStrict: false),
        FormatCase(
            name: "google-chat",
            receiver: .googleChat(
                url: Secret("https://chat.googleapis.com/v1/spaces/S/messages?key=k&token=hunter2")),
            success: .json(#"{"name":"spaces/S/messages/1"}"#)),
        FormatCase(
            name: "telegram",
            receiver: .telegram(token: Secret("123:hunter2"), chat: Secret("-100123")),
            success: .json(#"{"ok":true,"result":{"message_id":1}}"#)),
        FormatCase(
            name: "matrix",
            receiver: .matrix(
                server: Secret("https://matrix.example/"), token: Secret("hunter2"),
                room: Secret("!abc/d:example.org")),
            success: .json(#"{"event_id":"$1"}"#)),
        FormatCase(
            name: "ntfy", receiver: .ntfy(topic: Secret("hunter2"), token: Secret("tk_hunter2")),
            success: .json(#"{"id":"x","event":"message"}"#)),
        FormatCase(
            name: "gotify",
            receiver: .gotify(server: Secret("https://gotify.example"), token: Secret("hunter2")),
            success: .json(#"{"id":25,"appid":1}"#)),
        FormatCase(
            name: "pushover",
            receiver: .pushover(token: Secret("hunter2"), user: Secret("uhunter2")),
            success: .json(#"{"status":1,"request":"x"}"#)),
        FormatCase(
            name: "rocket-chat", receiver: .rocketChat(url: url("rocket.example/hooks")),
            success: .json(#"{"success":true}"#)),
        FormatCase(
            name: "zulip",
            receiver: .zulip(
                server: Secret("https://zulip.example"), user: Secret("bot@example.org"),
                token: Secret("hunter2"), stream: Secret("family & co")),
            success: .json(#"{"result":"success","msg":"","id":1}"#)),
        FormatCase(
            name: "home-assistant", receiver: .homeAssistant(url: url("home.example/api/webhook")),
            success: HTTPResponse(status: 200), isStrict: false),
        FormatCase(
            name: "home-assistant-notify",
            receiver: .homeAssistant(
                url: Secret("https://home.example/api/services/notify/phone"),
                token: Secret("hunter2")),
            success: .json("[]"), isStrict: false),
    ]

    private static let flow = "https://prod.westeurope.logic.azure.com/workflows/1/paths/invoke"

    private static func url(_ place: String) -> Secret { Secret("https://\(place)/\(secret)") }
}

extension WebhookChannel.Clock {
    /// A clock that stands still; waits are written down and over at once.
    static func still(_ pauses: Lock<[Duration]> = Lock([])) -> WebhookChannel.Clock {
        let instant = ContinuousClock.now
        return WebhookChannel.Clock(
            now: { SampleNotification.instant }, instant: { instant },
            pause: { wait in
                try Task.checkCancellation()
                pauses.withLock { $0.append(wait) }
            })
    }
}
