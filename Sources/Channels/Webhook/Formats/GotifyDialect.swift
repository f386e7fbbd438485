import Alerts
import Finance
import HTTP

/// An application of a Gotify server; plain text, 200 and the message's number.
struct GotifyDialect: WebhookDialect {
    private struct Body: Encodable {
        let title: String
        let message: String
        let priority: Int
    }

    private struct Answer: Decodable {
        let id: Int?
    }

    let server: Secret
    let token: Secret

    var address: String { server.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
        let title = writer.cut(parts.markedTitle, to: 600)
        let message = writer.message(parts)
        let body = Body(
            title: title, message: message.isEmpty ? title : message,
            priority: Self.priority(parts.tone))
        return WebhookMessage(
            url: URLText.join(address, "/message"),
            headers: [HTTPHeader("X-Gotify-Key", token.reveal())], body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response)
            .confirmed(by: JSONBody.decode(Answer.self, from: response.body)?.id != nil)
    }

    func hint(in response: HTTPResponse) -> String? {
        struct Failure: Decodable { let error: String? }
        return JSONBody.decode(Failure.self, from: response.body)?.error
    }

    /// The app for phones makes no sound up to 3 and a popup from 8 on.
    private static func priority(_ tone: MessageParts.Tone) -> Int {
        switch tone {
        case .quiet: 2
        case .news, .over: 5
        case .urgent: 8
        }
    }
}
