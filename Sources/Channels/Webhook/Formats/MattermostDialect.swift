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

/// Rocket.Chat's incoming webhooks: 5,000 characters unless the server says otherwise, 200 and
/// `"success":true`.
///
/// The text stands in a block of code: the parsers of its versions differ in what a backslash does,
/// and inside a block nothing is markup, calls anybody or fetches a page.
struct RocketChatDialect: WebhookDialect {
    private struct Body: Encodable {
        let alias = "saldovakt"
        let text: String
    }

    let url: Secret

    var address: String { url.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let writer = MessageText(escaping: .fence, unit: .utf16, limit: 4_900)
        let text = "```\n" + writer.text(MessageParts(notice)) + "\n```"
        return WebhookMessage(url: url.reveal(), body: JSONBody.encode(Body(text: text)))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response).confirmed(by: WebhookReply(response.body))
    }

    func hint(in response: HTTPResponse) -> String? {
        struct Failure: Decodable { let error: String? }
        return JSONBody.decode(Failure.self, from: response.body)?.error
    }
}
