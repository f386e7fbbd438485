import Alerts
import Finance
import HTTP

/// A bot of Telegram: up to 4,096 UTF-16 units, 200 and `"ok":true`.
///
/// The text goes without a parse mode, so that nothing in it is markup; the title's bold type is an
/// entity beside it. The token stands in the address.
struct TelegramDialect: WebhookDialect {
    private struct Body: Encodable {
        struct Entity: Encodable {
            let type = "bold"
            let offset = 0
            let length: Int
        }

        struct Preview: Encodable {
            let is_disabled = true
        }

        let chat_id: String
        let text: String
        let entities: [Entity]
        let link_preview_options = Preview()
        let disable_notification: Bool
    }

    private struct Answer: Decodable {
        struct Parameters: Decodable {
            let retry_after: Double?
        }

        let ok: Bool
        let description: String?
        let parameters: Parameters?
    }

    let server: Secret?
    let token: Secret
    let chat: Secret

    var address: String { server?.reveal() ?? "https://api.telegram.org" }

    /// One message a second into a chat.
    var gap: Duration { .seconds(1) }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .utf16, limit: 4_096)
        let text = writer.text(parts)
        let title = text.prefix { $0 != "\n" }
        let body = Body(
            chat_id: chat.reveal(), text: text, entities: [.init(length: title.utf16.count)],
            disable_notification: parts.tone == .quiet)
        // A token is `digits:letters`; anything else in it is encoded and finds no bot.
        let part = URLText.encoded(token.reveal()).replacing("%3A", with: ":")
        return WebhookMessage(
            url: URLText.join(address, "/bot\(part)/sendMessage"), body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        // A token that is none finds nothing at all.
        if response.status == 404 { return .unauthorised }
        let answer = JSONBody.decode(Answer.self, from: response.body)
        return WebhookVerdict(response).waiting(atLeast: answer?.parameters?.retry_after)
            .confirmed(
                by: answer?.ok == true, otherwise: answer == nil ? .notTheReceiver : .refused)
    }

    func hint(in response: HTTPResponse) -> String? {
        // Such as "Bad Request: chat not found".
        JSONBody.decode(Answer.self, from: response.body)?.description?.replacing(":", with: "")
    }
}
