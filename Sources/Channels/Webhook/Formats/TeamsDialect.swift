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

/// An adaptive card as a workflow of Teams takes it.
enum TeamsCard {
    /// The message around the card.
    struct Message: Encodable {
        let type = "message"
        let attachments: [Attachment]

        /// Title, body and lines as one card.
        init(_ parts: MessageParts) {
            attachments = [Attachment(content: Content(parts))]
        }
    }

    /// The card's envelope.
    struct Attachment: Encodable {
        let contentType = "application/vnd.microsoft.card.adaptive"
        let content: Content
    }

    /// The card.
    struct Content: Encodable {
        let schema = "http://adaptivecards.io/schemas/adaptive-card.json"
        let type = "AdaptiveCard"
        let version = "1.4"
        let fallbackText: String
        let body: [Block]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case type, version, fallbackText, body
        }

        init(_ parts: MessageParts) {
            let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
            let title = writer.cut(parts.markedTitle, to: 600)
            let message = writer.message(parts)
            fallbackText = title
            let colour: String? =
                switch parts.tone {
                case .urgent: "attention"
                case .over: "good"
                case .news, .quiet: nil
                }
            let heading = Block(
                inlines: [Run(text: title, size: "medium", weight: "bolder", color: colour)])
            body = [heading] + Self.shown(message).map { Block(inlines: [Run(text: $0)]) }
        }

        /// At most sixty paragraphs: each of them costs a hundred bytes besides its text.
        private static func shown(_ message: String) -> [String] {
            let lines = message.split(separator: "\n").map(String.init)
            guard lines.count > 60 else { return lines }
            let isCounted = lines.last?.hasSuffix(" more") == true
            let last = isCounted ? lines.last ?? "" : "… and \(lines.count - 59) more"
            return lines.prefix(59) + [last]
        }
    }

    /// A paragraph.
    struct Block: Encodable {
        let type = "RichTextBlock"
        let inlines: [Run]
    }

    /// A piece of text without any markup.
    struct Run: Encodable {
        let type = "TextRun"
        let text: String
        var size: String?
        var weight: String?
        var color: String?
    }
}
