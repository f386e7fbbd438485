import Alerts
import Finance
import Foundation
import HTTP

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
