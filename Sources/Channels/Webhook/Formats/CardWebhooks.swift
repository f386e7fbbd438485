import Alerts
public import Finance
import HTTP

extension WebhookReceiver {
    /// A workflow of Microsoft Teams that posts the adaptive cards it gets; requests up to about 28
    /// KB, four a second (Teams' connector limits).
    ///
    /// 202 means that the workflow has started, not that anybody sees the card. The address is long
    /// and already encoded: it is used byte for byte.
    public static func teams(url: Secret) -> WebhookReceiver {
        WebhookReceiver(
            address: url, readsBody: false, gap: .milliseconds(250),
            message: { notification in
                WebhookMessage(
                    to: url.reveal(),
                    json: [
                        "attachments": [
                            [
                                "content": TeamsCard.content(MessageParts(notification)),
                                "contentType": "application/vnd.microsoft.card.adaptive",
                            ]
                        ], "type": "message",
                    ])
            }, verdict: { $0.verdict.confirmed(by: $0.reply != .page) })
    }

    /// An incoming webhook of a Google Chat space: up to 32,000 bytes, sixty messages a minute in a
    /// space from all senders together.
    ///
    /// It sends a card, because plain messages interpret `*` and `<users/all>` and have no escapes.
    /// The request's id is the notification's, so that a repeated request makes no second message.
    public static func googleChat(url: Secret) -> WebhookReceiver {
        WebhookReceiver(
            address: url, gap: .seconds(1),
            message: { notification in
                WebhookMessage(
                    to: URLText.adding("requestId", notification.id, to: url.reveal()),
                    json: googleChatCard(MessageParts(notification)))
            }, verdict: { $0.verdict.confirmed(by: $0.text("name") != nil) },
            hint: { $0.json?["error"]?["status"]?.string })
    }

    /// Title as the card's header (`cardsV2`), body and lines as one paragraph of HTML below: a
    /// section shows at most a hundred of them.
    private static func googleChatCard(_ parts: MessageParts) -> JSONOutput {
        let plain = MessageText(escaping: .plain, unit: .bytes, limit: 600)
        let title = plain.cut(parts.markedTitle)
        let rich = MessageText(escaping: .html, unit: .bytes, limit: 8_000)
        let message = rich.message(parts).replacing("\n", with: "<br>")
        let card: JSONOutput = [
            "header": ["title": .string(title)],
            "sections": message.isEmpty
                ? nil : [["widgets": [["textParagraph": ["text": .string(message)]]]]],
        ]
        return [
            "cardsV2": [["card": card.withoutNulls, "cardId": "notice"]],
            "fallbackText": .string(title),
        ]
    }
}

/// An adaptive card as a workflow of Teams takes it.
///
/// All texts are text runs, which know no Markdown and no mentions (adaptive cards 1.2 and newer).
enum TeamsCard {
    static func content(_ parts: MessageParts) -> JSONOutput {
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
        let title = writer.cut(parts.markedTitle, to: 600)
        let colour: JSONOutput =
            switch parts.tone {
            case .urgent: "attention"
            case .over: "good"
            case .news, .quiet: nil
            }
        let heading: JSONOutput = [
            "color": colour, "size": "medium", "text": .string(title), "type": "TextRun",
            "weight": "bolder",
        ]
        let runs =
            [heading.withoutNulls]
            + shown(writer.message(parts)).map { ["text": .string($0), "type": "TextRun"] }
        return [
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "body": .array(runs.map { ["inlines": [$0], "type": "RichTextBlock"] }),
            "fallbackText": .string(title), "type": "AdaptiveCard", "version": "1.4",
        ]
    }

    /// At most sixty paragraphs: each of them costs a hundred bytes besides its text.
    private static func shown(_ message: String) -> [String] {
        let lines = message.split(separator: "\n").map(String.init)
        guard lines.count > 60 else { return lines }
        let isCounted = lines.last?.hasPrefix("… +") == true
        let last = isCounted ? lines.last ?? "" : MessageText.more(lines.count - 59)
        return lines.prefix(59) + [last]
    }
}
