import Alerts
import Finance
import HTTP

/// Home Assistant: a webhook that an automation reads, or a notify service behind a token.
///
/// Its webhooks answer 200 to everybody, also to a wrong id and to nonsense, so that nobody can
/// guess ids: "delivered" means that Home Assistant answered. A notify service says what it did.
struct HomeAssistantDialect: WebhookDialect {
    private struct Body: Encodable {
        let title: String
        let message: String
    }

    let url: Secret
    let token: Secret?

    var address: String { url.reveal() }

    var readsBody: Bool { false }

    func message(for notice: Notice) -> WebhookMessage {
        guard let token else {
            return WebhookMessage(url: address, body: Array(NoticeCoding.encode(notice)))
        }
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
        let title = writer.cut(parts.markedTitle, to: 600)
        let message = writer.message(parts)
        return WebhookMessage(
            url: address, headers: [HTTPHeader("Authorization", "Bearer \(token.reveal())")],
            body: JSONBody.encode(Body(title: title, message: message.isEmpty ? title : message)))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response).confirmed(by: WebhookReply(response.body) != .page)
    }
}
