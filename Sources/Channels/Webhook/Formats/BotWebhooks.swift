import Alerts
public import Finance
import Foundation
import HTTP

extension WebhookReceiver {
    /// A bot of Telegram and the chat it writes to: up to 4,096 UTF-16 units, one message a second,
    /// 200 and `"ok":true`.
    ///
    /// The text is sent without a parse mode, so that nothing in it is markup; the bold title is a
    /// separate entity. The token is in the address.
    public static func telegram(
        server: Secret? = nil, token: Secret, chat: Secret
    ) -> WebhookReceiver {
        let address = server?.reveal() ?? "https://api.telegram.org"
        // A token is `digits:letters`; anything else in it is encoded and matches no bot.
        let part = URLText.encoded(token.reveal()).replacing("%3A", with: ":")
        return WebhookReceiver(
            address: Secret(address), secrets: [token, chat], gap: .seconds(1),
            message: { notification in
                let parts = MessageParts(notification)
                let writer = MessageText(escaping: .plain, unit: .utf16, limit: 4_096)
                let text = writer.text(parts)
                let title = text.prefix { $0 != "\n" }
                return WebhookMessage(
                    to: URLText.join(address, "/bot\(part)/sendMessage"),
                    json: [
                        "chat_id": .string(chat.reveal()),
                        "disable_notification": .bool(parts.tone == .quiet),
                        "entities": [
                            ["length": .whole(title.utf16.count), "offset": 0, "type": "bold"]
                        ], "link_preview_options": ["is_disabled": true], "text": .string(text),
                    ])
            },
            verdict: { answer in
                // An invalid token matches no bot at all.
                if answer.response.status == 404 { return .unauthorised }
                let wish = answer.json?["parameters"]?["retry_after"]?.number.flatMap(Double.init)
                return answer.verdict.waiting(atLeast: wish).confirmed(
                    by: answer.json?["ok"]?.value == .boolean(true),
                    otherwise: answer.json == nil ? .notTheReceiver : .refused)
            },
            // Such as "Bad Request: chat not found".
            hint: { $0.text("description")?.replacing(":", with: "") })
    }

    /// A user of a Matrix homeserver and the room it writes to, `!id:server`; events up to 64 KiB.
    ///
    /// The transaction's id is the notification's: the homeserver answers a repeated request with
    /// the event of the first one. Rooms with encryption are not supported. Quiet notifications are
    /// `m.notice` events, which make no sound. Nobody is mentioned, whatever the text says (Matrix
    /// 1.7 and newer).
    public static func matrix(server: Secret, token: Secret, room: Secret) -> WebhookReceiver {
        let path = "/_matrix/client/v3/rooms/\(URLText.encoded(room.reveal()))/send/m.room.message/"
        return WebhookReceiver(
            address: server, secrets: [token, room],
            message: { notification in
                let parts = MessageParts(notification)
                let plain = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
                let rich = MessageText(escaping: .html, unit: .bytes, limit: 16_000)
                let html = rich.text(parts) { "<strong>\($0)</strong>" }
                return WebhookMessage(
                    .put,
                    to: URLText.join(server.reveal(), path + URLText.encoded(notification.id)),
                    headers: [.bearer(token)],
                    json: [
                        "body": .string(plain.text(parts)), "format": "org.matrix.custom.html",
                        "formatted_body": .string(html.replacing("\n", with: "<br>")),
                        "m.mentions": [:], "msgtype": parts.tone == .quiet ? "m.notice" : "m.text",
                    ])
            },
            verdict: { answer in
                answer.verdict.waiting(atLeast: answer.number("retry_after_ms").map { $0 / 1_000 })
                    .confirmed(by: answer.text("event_id") != nil)
            }, hint: { $0.text("errcode") })
    }

    /// A bot of Zulip, the stream it writes to and the topic there: a form, contents up to 10,000
    /// bytes, topics up to 60 letters, 200 and `"result":"success"`.
    ///
    /// The text is in a block of code, where Zulip's Markdown has neither markup nor mentions.
    public static func zulip(
        server: Secret, user: Secret, token: Secret, stream: Secret, topic: String? = nil
    ) -> WebhookReceiver {
        let login = Data("\(user.reveal()):\(token.reveal())".utf8).base64EncodedString()
        return WebhookReceiver(
            address: server, secrets: [user, token, stream],
            message: { notification in
                let writer = MessageText(escaping: .fence, unit: .bytes, limit: 9_000)
                let content = "```text\n" + writer.text(MessageParts(notification)) + "\n```"
                return WebhookMessage(
                    to: URLText.join(server.reveal(), "/api/v1/messages"),
                    headers: [HTTPHeader("Authorization", "Basic \(login)")],
                    form: [
                        ("type", "stream"), ("to", stream.reveal()),
                        ("topic", topic ?? "saldovakt"), ("content", content),
                    ])
            },
            verdict: { answer in
                let result = answer.text("result")
                return answer.verdict.waiting(atLeast: answer.number("retry-after")).confirmed(
                    by: result == "success", otherwise: result == nil ? .notTheReceiver : .refused)
            }, hint: { $0.text("code") })
    }
}
