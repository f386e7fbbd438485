import Alerts
import Finance
import Foundation
import HTTP

/// A topic of ntfy: messages up to 4,096 bytes, longer ones would become an attachment.
///
/// The message goes as JSON, because headers take no letters like æ. The sequence's id is the
/// notice's: from ntfy 2.16 on, a repeated message replaces the first one on phones.
struct NtfyDialect: WebhookDialect {
    private struct Body: Encodable {
        let topic: String
        let title: String
        let message: String
        let priority: Int
        let tags: [String]
        let sequence_id: String
    }

    private struct Answer: Decodable {
        let id: String?
        let code: Int?
    }

    let server: Secret?
    let topic: Secret
    let token: Secret?

    var address: String { server?.reveal() ?? "https://ntfy.sh" }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 3_500)
        let title = writer.cut(parts.title, to: 400)
        let message = writer.message(parts)
        let body = Body(
            topic: topic.reveal(), title: title, message: message.isEmpty ? title : message,
            priority: Self.priority(parts.tone), tags: Self.tags(parts.tone),
            sequence_id: notice.id)
        let headers = token.map { [HTTPHeader("Authorization", "Bearer \($0.reveal())")] } ?? []
        return WebhookMessage(
            url: URLText.join(address, "/"), headers: headers, body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response)
            .confirmed(by: JSONBody.decode(Answer.self, from: response.body)?.id != nil)
    }

    func hint(in response: HTTPResponse) -> String? {
        JSONBody.decode(Answer.self, from: response.body)?.code.map { "code \($0)" }
    }

    /// 1 to 5; 5 makes a phone ring on, 2 makes no sound.
    private static func priority(_ tone: MessageParts.Tone) -> Int {
        switch tone {
        case .quiet: 2
        case .news, .over: 3
        case .urgent: 5
        }
    }

    /// Names of pictures that ntfy shows before the title.
    private static func tags(_ tone: MessageParts.Tone) -> [String] {
        switch tone {
        case .urgent: ["exclamation"]
        case .over: ["white_check_mark"]
        case .news, .quiet: []
        }
    }
}

/// An application of a Gotify server; plain text, 200 and the message's number.
struct GotifyDialect: WebhookDialect {
    private struct Body: Encodable {
        let title: String
        let message: String
        let priority: Int
    }

    private struct Answer: Decodable {
        let id: Int?
    }

    let server: Secret
    let token: Secret

    var address: String { server.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
        let title = writer.cut(parts.markedTitle, to: 600)
        let message = writer.message(parts)
        let body = Body(
            title: title, message: message.isEmpty ? title : message,
            priority: Self.priority(parts.tone))
        return WebhookMessage(
            url: URLText.join(address, "/message"),
            headers: [HTTPHeader("X-Gotify-Key", token.reveal())], body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response)
            .confirmed(by: JSONBody.decode(Answer.self, from: response.body)?.id != nil)
    }

    func hint(in response: HTTPResponse) -> String? {
        struct Failure: Decodable { let error: String? }
        return JSONBody.decode(Failure.self, from: response.body)?.error
    }

    /// The app for phones makes no sound up to 3 and a popup from 8 on.
    private static func priority(_ tone: MessageParts.Tone) -> Int {
        switch tone {
        case .quiet: 2
        case .news, .over: 5
        case .urgent: 8
        }
    }
}

/// Pushover: titles up to 250, messages up to 1,024 characters, 200 and `"status":1`.
///
/// Urgent is priority 1, which passes quiet hours; 2 would ring until somebody answers there.
/// A refused request must not be repeated; the quota of a month answers 429.
struct PushoverDialect: WebhookDialect {
    private struct Answer: Decodable {
        let status: Int
    }

    let server: Secret?
    let token: Secret
    let user: Secret

    var address: String { server?.reveal() ?? "https://api.pushover.net" }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .utf16, limit: 1_024)
        let title = writer.cut(parts.markedTitle, to: 250)
        let message = writer.message(parts)
        let seconds = Int64(notice.timestamp.timeIntervalSince1970.rounded(.down))
        let form = URLText.form([
            ("token", token.reveal()), ("user", user.reveal()), ("title", title),
            ("message", message.isEmpty ? title : message),
            ("priority", Self.priority(parts.tone)), ("timestamp", String(max(0, seconds))),
        ])
        return WebhookMessage(
            url: URLText.join(address, "/1/messages.json"),
            contentType: "application/x-www-form-urlencoded", body: form)
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        let answer = JSONBody.decode(Answer.self, from: response.body)
        return WebhookVerdict(response).confirmed(
            by: answer?.status == 1, otherwise: answer == nil ? .notTheReceiver : .refused)
    }

    private static func priority(_ tone: MessageParts.Tone) -> String {
        switch tone {
        case .quiet: "-1"
        case .news, .over: "0"
        case .urgent: "1"
        }
    }
}
