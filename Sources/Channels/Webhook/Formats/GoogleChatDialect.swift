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

/// A card of Google Chat (`cardsV2`).
enum GoogleChatCard {
    /// The message around the card.
    struct Message: Encodable {
        struct Entry: Encodable {
            let cardId = "notice"
            let card: Card
        }

        /// What notifications show.
        let fallbackText: String
        let cardsV2: [Entry]

        /// Title as the card's head, body and lines as paragraphs below.
        init(_ parts: MessageParts) {
            let plain = MessageText(escaping: .plain, unit: .bytes, limit: 600)
            let title = plain.cut(parts.markedTitle)
            fallbackText = title
            let rich = MessageText(escaping: .html, unit: .bytes, limit: 8_000)
            // One paragraph: a section shows a hundred of them at most.
            let message = rich.message(parts).replacing("\n", with: "<br>")
            let sections =
                message.isEmpty
                ? nil : [Card.Section(widgets: [Widget(textParagraph: .init(text: message))])]
            cardsV2 = [Entry(card: Card(header: .init(title: title), sections: sections))]
        }
    }

    /// The card.
    struct Card: Encodable {
        struct Header: Encodable {
            let title: String
        }

        struct Section: Encodable {
            let widgets: [Widget]
        }

        let header: Header
        let sections: [Section]?
    }

    /// A paragraph; its text is HTML.
    struct Widget: Encodable {
        struct Paragraph: Encodable {
            let text: String
        }

        let textParagraph: Paragraph
    }
}
