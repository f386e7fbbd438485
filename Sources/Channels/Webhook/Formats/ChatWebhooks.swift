import Alerts
public import Finance
import HTTP

extension WebhookReceiver {
    /// An incoming webhook of Slack, or of a service that accepts the same messages; one message a
    /// second (Slack's rate limits).
    ///
    /// Slack itself answers 200 and `ok`. Others answer 204, `{"ok":true}` or words of their own. A
    /// retry would only post the message twice. Any 2xx of theirs therefore counts as success,
    /// unless it reports a failure or is a page for people.
    public static func slack(url: Secret, signingSecrets: [SigningSecret] = []) -> WebhookReceiver {
        let host = HostName.of(url.reveal())?.lowercased() ?? ""
        let isSlackItself = host == "hooks.slack.com" || host == "hooks.slack-gov.com"
        return WebhookReceiver(
            address: url, gap: .seconds(1), signingSecrets: signingSecrets,
            message: { WebhookMessage(to: url.reveal(), json: SlackMessage($0).json) },
            verdict: { answer in
                switch answer.reply {
                case .yes: answer.verdict
                case .no: answer.verdict.confirmed(by: false, otherwise: .refused)
                case .page: answer.verdict.confirmed(by: false)
                case .nothing, .other: answer.verdict.confirmed(by: !isSlackItself)
                }
            }, hint: { $0.response.status >= 400 ? WebhookReply.word($0.response.body) : nil })
    }

    /// An incoming webhook of Mattermost: Markdown up to 16,383 characters, 200 and `ok`.
    ///
    /// An urgent notification has Mattermost's own label; servers that do not know it ignore it.
    public static func mattermost(url: Secret) -> WebhookReceiver {
        WebhookReceiver(
            address: url,
            message: { notification in
                let parts = MessageParts(notification)
                let writer = MessageText(escaping: .markdown, unit: .utf16, limit: 16_000)
                let body: JSONOutput = [
                    "priority": parts.tone == .urgent ? ["priority": "urgent"] : nil,
                    "text": .string(writer.text(parts) { "**\($0)**" }),
                ]
                return WebhookMessage(to: url.reveal(), json: body.withoutNulls)
            }, verdict: { $0.verdict.confirmed(by: $0.reply) },
            // web.incoming_webhook.disabled.app_error
            hint: { $0.text("id")?.replacing(".", with: " ") })
    }

    /// An incoming webhook of Rocket.Chat: 5,000 characters unless the server is configured
    /// otherwise, 200 and `"success":true`.
    ///
    /// The text is in a block of code: its versions differ in how they parse a backslash, and
    /// inside a block nothing is markup, mentions anybody or fetches a page.
    public static func rocketChat(url: Secret) -> WebhookReceiver {
        WebhookReceiver(
            address: url,
            message: { notification in
                let writer = MessageText(escaping: .fence, unit: .utf16, limit: 4_900)
                let text = "```\n" + writer.text(MessageParts(notification)) + "\n```"
                return WebhookMessage(
                    to: url.reveal(), json: ["alias": "saldovakt", "text": .string(text)])
            }, verdict: { $0.verdict.confirmed(by: $0.reply) }, hint: { $0.text("error") })
    }

    /// A webhook of a Discord channel: content up to 2,000 characters, nobody mentioned, no
    /// previews of links.
    ///
    /// `wait` makes Discord answer only when the message is stored. A deleted webhook answers 404
    /// and must not be used again; after 10,000 refusals in ten minutes Discord bans an address.
    public static func discord(url: Secret) -> WebhookReceiver {
        WebhookReceiver(
            address: url,
            message: { notification in
                let parts = MessageParts(notification)
                let writer = MessageText(escaping: .markdown, unit: .utf16, limit: 2_000)
                // SUPPRESS_EMBEDS, and SUPPRESS_NOTIFICATIONS for quiet notifications.
                let flags = 1 << 2 | (parts.tone == .quiet ? 1 << 12 : 0)
                return WebhookMessage(
                    to: URLText.adding("wait", "true", to: url.reveal()),
                    json: [
                        "allowed_mentions": ["parse": []],
                        "content": .string(writer.text(parts) { "**\($0)**" }),
                        "flags": .whole(flags),
                    ])
            },
            verdict: { answer in
                if answer.response.status == 404 { return .gone }
                return answer.verdict.waiting(atLeast: answer.number("retry_after")).confirmed(
                    by: answer.reply != .page)
            }, hint: { $0.response.status >= 400 ? $0.code : nil },
            pause: { response in
                // Discord gives the number of requests left, and the time until the next.
                guard response.header("X-RateLimit-Remaining") == "0",
                    let seconds = response.header("X-RateLimit-Reset-After").flatMap(Double.init),
                    seconds > 0
                else { return nil }
                return .milliseconds(Int64(min(seconds, 3_600) * 1_000) + 1)
            })
    }
}

/// A notification as Slack's incoming webhooks take it.
///
/// Every text is a `plain_text` object or has `mrkdwn` switched off, because `* _ ~` and the
/// backtick cannot be escaped. Limits: header 150, section 3,000, 50 blocks (Slack's reference
/// of blocks).
struct SlackMessage {
    /// The text that phones show in their notifications.
    let text: String
    let blocks: [(type: String, text: String)]

    init(_ notification: AlertNotification) {
        let parts = MessageParts(notification)
        let title = parts.markedTitle
        let summary = parts.body.isEmpty ? title : "\(title) — \(parts.body)"
        text = Self.cut(summary, to: 3_000)
        let sections = (parts.body.isEmpty ? [] : [parts.body]) + Self.lines(parts.lines)
        blocks =
            [("header", Self.cut(title, to: 150))]
            + sections.map { ("section", Self.cut($0, to: 3_000)) }
    }

    /// The body to send; previews of links in a bank's text are disabled.
    var json: JSONOutput {
        let blocks = blocks.map { block -> JSONOutput in
            [
                "text": ["emoji": false, "text": .string(block.text), "type": "plain_text"],
                "type": .string(block.type),
            ]
        }
        return [
            "blocks": .array(blocks), "mrkdwn": false, "text": .string(text),
            "unfurl_links": false, "unfurl_media": false,
        ]
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        MessageText(escaping: .entities, unit: .utf16, limit: limit).cut(text)
    }

    private static func lines(_ titles: [String]) -> [String] {
        let shown = titles.prefix(45).map { "• " + $0 }
        return titles.count > 45 ? shown + [MessageText.more(titles.count - 45)] : shown
    }
}
