import Alerts
import Finance
import HTTP

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
