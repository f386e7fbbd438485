import Alerts
import Finance
import HTTP

/// An incoming webhook of Google Chat: a card, because plain messages know `*` and `<users/all>`
/// and no way to escape them; up to 32,000 bytes.
///
/// The request's id is the notice's, so that a repeated request makes no second message.
struct GoogleChatDialect: WebhookDialect {
    private struct Answer: Decodable {
        let name: String
    }

    private struct Failure: Decodable {
        struct Detail: Decodable { let status: String? }

        let error: Detail
    }

    let url: Secret

    var address: String { url.reveal() }

    /// Sixty messages a minute into a space, all senders together.
    var gap: Duration { .seconds(1) }

    func message(for notice: Notice) -> WebhookMessage {
        WebhookMessage(
            url: URLText.adding("requestId", notice.id, to: url.reveal()),
            body: JSONBody.encode(GoogleChatCard.Message(MessageParts(notice))))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response)
            .confirmed(by: JSONBody.decode(Answer.self, from: response.body) != nil)
    }

    func hint(in response: HTTPResponse) -> String? {
        JSONBody.decode(Failure.self, from: response.body)?.error.status
    }
}
