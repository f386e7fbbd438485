import Alerts
import Finance
import HTTP

/// The notice itself, as published; any 2xx is success.
struct JSONDialect: WebhookDialect {
    let url: Secret

    var address: String { url.reveal() }

    var readsBody: Bool { false }

    func message(for notice: Notice) -> WebhookMessage {
        message(with: NoticeCoding.bytes(notice))
    }

    func message(publishing bytes: [UInt8]) -> WebhookMessage? { message(with: bytes) }

    private func message(with body: [UInt8]) -> WebhookMessage {
        WebhookMessage(url: url.reveal(), body: body)
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict { WebhookVerdict(response) }
}

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
