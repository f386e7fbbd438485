import Alerts
import Finance
import HTTP

/// A workflow of Microsoft Teams that takes adaptive cards; requests up to about 28 KB.
///
/// 202 means that the workflow has started, not that anybody sees the card. All texts are text
/// runs, which know no Markdown and no mentions (adaptive cards 1.2 and newer). The address is
/// long and encoded already: it is used byte for byte.
struct TeamsDialect: WebhookDialect {
    let url: Secret

    var address: String { url.reveal() }

    /// Four requests a second (Teams' connector limits).
    var gap: Duration { .milliseconds(250) }

    var readsBody: Bool { false }

    func message(for notice: Notice) -> WebhookMessage {
        WebhookMessage(
            url: url.reveal(), body: JSONBody.encode(TeamsCard.Message(MessageParts(notice))))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response).confirmed(by: WebhookReply(response.body) != .page)
    }
}
