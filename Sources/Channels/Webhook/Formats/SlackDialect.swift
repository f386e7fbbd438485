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

/// A notice as Slack's incoming webhooks take it.
///
/// Every text is a `plain_text` object or has `mrkdwn` switched off, because `* _ ~` and the
/// backtick cannot be escaped. Limits: header 150, section 3,000, 50 blocks (Slack's reference
/// of blocks).
struct SlackMessage: Encodable {
    /// A text object that is shown as it is.
    struct Text: Encodable {
        let type = "plain_text"
        let text: String
        let emoji = false
    }

    /// A header or a section.
    struct Block: Encodable {
        let type: String
        let text: Text
    }

    /// What notifications on a phone show.
    let text: String
    let mrkdwn = false
    // No page is fetched because a bank's text names one.
    let unfurl_links = false
    let unfurl_media = false
    let blocks: [Block]

    /// Lays out title, body and, for a digest, its lines.
    init(_ notice: Notice) {
        let parts = MessageParts(notice)
        let title = parts.markedTitle
        let summary = parts.body.isEmpty ? title : "\(title) — \(parts.body)"
        text = MarkupEscaping.slack(summary, limit: 3_000)
        var blocks = [Self.block("header", title, limit: 150)]
        if !parts.body.isEmpty { blocks.append(Self.block("section", parts.body, limit: 3_000)) }
        self.blocks =
            blocks + Self.lines(parts.lines).map { Self.block("section", $0, limit: 3_000) }
    }

    /// The bytes to send.
    func encoded() -> [UInt8] { JSONBody.encode(self) }

    private static func block(_ type: String, _ text: String, limit: Int) -> Block {
        Block(type: type, text: Text(text: MarkupEscaping.slack(text, limit: limit)))
    }

    /// At most 45 lines, one section each.
    private static func lines(_ titles: [String]) -> [String] {
        let shown = titles.prefix(45).map { "• " + $0 }
        return titles.count > 45 ? shown + ["… and \(titles.count - 45) more"] : shown
    }
}
