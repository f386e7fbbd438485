import Alerts
import Finance
import HTTP

/// Slack's incoming webhooks, and what takes the same messages.
///
/// Slack itself answers 200 and `ok`. Others answer 204, `{"ok":true}` or words of their own;
/// trying again would only post the message twice, so from them every 2xx counts that neither says
/// it failed nor is a page for people.
struct SlackDialect: WebhookDialect {
    let url: Secret

    var address: String { url.reveal() }

    /// One message a second, bursts apart (Slack's rate limits).
    var gap: Duration { .seconds(1) }

    func message(for notice: Notice) -> WebhookMessage {
        WebhookMessage(url: url.reveal(), body: SlackMessage(notice).encoded())
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        let verdict = WebhookVerdict(response)
        let reply = WebhookReply(response.body)
        switch reply {
        case .yes: return verdict
        case .no: return verdict.confirmed(by: false, otherwise: .refused)
        case .page: return verdict.confirmed(by: false)
        case .nothing, .other: return verdict.confirmed(by: !isSlackItself)
        }
    }

    func hint(in response: HTTPResponse) -> String? {
        response.status >= 400 ? WebhookReply.word(response.body) : nil
    }

    private var isSlackItself: Bool {
        let host = HostName.of(url.reveal())?.lowercased() ?? ""
        return host == "hooks.slack.com" || host == "hooks.slack-gov.com"
    }
}
