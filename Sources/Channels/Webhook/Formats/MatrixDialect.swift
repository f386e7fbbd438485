import Alerts
import Finance
import HTTP

/// A message into a room of Matrix; events up to 64 KiB.
///
/// The transaction's id is the notice's: the homeserver answers a repeated request with the event
/// of the first one. Rooms with encryption are not reached this way. What nobody has to look at is
/// a notice in Matrix's own sense, which makes no sound.
struct MatrixDialect: WebhookDialect {
    private struct Body: Encodable {
        struct Mentions: Encodable {}

        let msgtype: String
        let body: String
        let format = "org.matrix.custom.html"
        let formatted_body: String
        /// Nobody, whatever the text says (Matrix 1.7 and newer).
        let mentions = Mentions()

        enum CodingKeys: String, CodingKey {
            case msgtype, body, format, formatted_body
            case mentions = "m.mentions"
        }
    }

    private struct Answer: Decodable {
        let event_id: String?
        let errcode: String?
        let retry_after_ms: Double?
    }

    let server: Secret
    let token: Secret
    let room: Secret

    var address: String { server.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let plain = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
        let rich = MessageText(escaping: .html, unit: .bytes, limit: 16_000)
        let body = Body(
            msgtype: parts.tone == .quiet ? "m.notice" : "m.text", body: plain.text(parts),
            formatted_body: rich.text(parts) { "<strong>\($0)</strong>" }
                .replacing("\n", with: "<br>"))
        let path =
            "/_matrix/client/v3/rooms/\(URLText.encoded(room.reveal()))/send/m.room.message/"
            + URLText.encoded(notice.id)
        return WebhookMessage(
            method: .put, url: URLText.join(address, path),
            headers: [HTTPHeader("Authorization", "Bearer \(token.reveal())")],
            body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        let answer = JSONBody.decode(Answer.self, from: response.body)
        return WebhookVerdict(response).waiting(atLeast: answer?.retry_after_ms.map { $0 / 1_000 })
            .confirmed(by: answer?.event_id != nil)
    }

    func hint(in response: HTTPResponse) -> String? {
        JSONBody.decode(Answer.self, from: response.body)?.errcode
    }
}
