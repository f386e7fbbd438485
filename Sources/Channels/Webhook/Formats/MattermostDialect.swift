import Alerts
import Finance
import HTTP

/// Mattermost's incoming webhooks: Markdown up to 16,383 characters, 200 and `ok`.
///
/// An urgent notice carries Mattermost's own label; servers that do not know it leave it out.
struct MattermostDialect: WebhookDialect {
    private struct Body: Encodable {
        struct Priority: Encodable {
            let priority: String
        }

        let text: String
        let priority: Priority?
    }

    let url: Secret

    var address: String { url.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .markdown, unit: .utf16, limit: 16_000)
        let body = Body(
            text: writer.text(parts) { "**\($0)**" },
            priority: parts.tone == .urgent ? .init(priority: "urgent") : nil)
        return WebhookMessage(url: url.reveal(), body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response).confirmed(by: WebhookReply(response.body))
    }

    func hint(in response: HTTPResponse) -> String? {
        struct Failure: Decodable { let id: String? }
        return JSONBody.decode(Failure.self, from: response.body)?.id.map {
            // web.incoming_webhook.disabled.app_error
            $0.replacing(".", with: " ")
        }
    }
}
