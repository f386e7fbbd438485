import Alerts
public import Finance
import Foundation
import HTTP

extension WebhookReceiver {
    /// A topic of ntfy; with a token if the server requires one.
    ///
    /// Messages up to 4,096 bytes; longer ones would become an attachment. The message is sent as
    /// JSON, because headers can't contain letters like æ. The sequence's id is the notification's:
    /// from ntfy 2.16 on, a repeated message replaces the first one on phones.
    public static func ntfy(
        server: Secret? = nil, topic: Secret, token: Secret? = nil
    ) -> WebhookReceiver {
        let address = server?.reveal() ?? "https://ntfy.sh"
        return WebhookReceiver(
            address: Secret(address), secrets: [topic] + (token.map { [$0] } ?? []),
            message: { notification in
                let parts = MessageParts(notification)
                let writer = MessageText(escaping: .plain, unit: .bytes, limit: 3_500)
                let (title, message) = writer.apart(parts, title: 400, isMarked: false)
                // Names of emoji that ntfy shows before the title.
                let tags: JSONOutput =
                    switch parts.tone {
                    case .urgent: ["exclamation"]
                    case .over: ["white_check_mark"]
                    case .news, .quiet: []
                    }
                // 5 makes a phone ring repeatedly, 2 makes no sound.
                let priority = parts.tone.level(quiet: 2, usual: 3, urgent: 5)
                return WebhookMessage(
                    to: URLText.join(address, "/"), headers: token.map { [.bearer($0)] } ?? [],
                    json: [
                        "message": .string(message), "priority": .whole(priority),
                        "sequence_id": .string(notification.id), "tags": tags,
                        "title": .string(title), "topic": .string(topic.reveal()),
                    ])
            }, verdict: { $0.verdict.confirmed(by: $0.text("id") != nil) }, hint: \.code)
    }

    /// An application of a Gotify server; plain text, 200 and the message's number.
    public static func gotify(server: Secret, token: Secret) -> WebhookReceiver {
        WebhookReceiver(
            address: server, secrets: [token],
            message: { notification in
                let parts = MessageParts(notification)
                let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
                let (title, message) = writer.apart(parts, title: 600)
                // The app for phones makes no sound up to 3, and shows a popup from 8 on.
                let priority = parts.tone.level(quiet: 2, usual: 5, urgent: 8)
                return WebhookMessage(
                    to: URLText.join(server.reveal(), "/message"),
                    headers: [HTTPHeader("X-Gotify-Key", token.reveal())],
                    json: [
                        "message": .string(message), "priority": .whole(priority),
                        "title": .string(title),
                    ])
            }, verdict: { $0.verdict.confirmed(by: $0.json?["id"]?.number != nil) },
            hint: { $0.text("error") })
    }

    /// An application of Pushover and the user or group it writes to: titles up to 250, messages up
    /// to 1,024 characters, 200 and `"status":1`.
    ///
    /// Urgent is priority 1, which passes quiet hours; 2 would ring until somebody answers there. A
    /// refused request must not be repeated; the monthly quota answers 429.
    public static func pushover(
        server: Secret? = nil, token: Secret, user: Secret
    ) -> WebhookReceiver {
        let address = server?.reveal() ?? "https://api.pushover.net"
        return WebhookReceiver(
            address: Secret(address), secrets: [token, user],
            message: { notification in
                let parts = MessageParts(notification)
                let writer = MessageText(escaping: .plain, unit: .utf16, limit: 1_024)
                let (title, message) = writer.apart(parts, title: 250)
                let seconds = Int64(notification.timestamp.timeIntervalSince1970.rounded(.down))
                let priority = parts.tone.level(quiet: -1, usual: 0, urgent: 1)
                return WebhookMessage(
                    to: URLText.join(address, "/1/messages.json"),
                    form: [
                        ("token", token.reveal()), ("user", user.reveal()), ("title", title),
                        ("message", message), ("priority", String(priority)),
                        ("timestamp", String(max(0, seconds))),
                    ])
            },
            verdict: { answer in
                let status = answer.number("status")
                return answer.verdict.confirmed(
                    by: status == 1, otherwise: status == nil ? .notTheReceiver : .refused)
            })
    }
}

extension MessageParts.Tone {
    fileprivate func level(quiet: Int, usual: Int, urgent: Int) -> Int {
        switch self {
        case .quiet: quiet
        case .news, .over: usual
        case .urgent: urgent
        }
    }
}
