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
            let lines = message.split(separator: "\n").map {
                Block(inlines: [Run(text: String($0))])
            }
            body = [heading] + lines
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
