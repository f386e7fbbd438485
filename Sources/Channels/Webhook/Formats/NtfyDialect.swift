import Alerts
import Finance
import HTTP

/// A topic of ntfy: messages up to 4,096 bytes, longer ones would become an attachment.
///
/// The message goes as JSON, because headers take no letters like æ. The sequence's id is the
/// notice's: from ntfy 2.16 on, a repeated message replaces the first one on phones.
struct NtfyDialect: WebhookDialect {
    private struct Body: Encodable {
        let topic: String
        let title: String
        let message: String
        let priority: Int
        let tags: [String]
        let sequence_id: String
    }

    private struct Answer: Decodable {
        let id: String?
        let code: Int?
    }

    let server: Secret?
    let topic: Secret
    let token: Secret?

    var address: String { server?.reveal() ?? "https://ntfy.sh" }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 3_500)
        let title = writer.cut(parts.title, to: 400)
        let message = writer.message(parts)
        let body = Body(
            topic: topic.reveal(), title: title, message: message.isEmpty ? title : message,
            priority: Self.priority(parts.tone), tags: Self.tags(parts.tone),
            sequence_id: notice.id)
        let headers = token.map { [HTTPHeader("Authorization", "Bearer \($0.reveal())")] } ?? []
        return WebhookMessage(
            url: URLText.join(address, "/"), headers: headers, body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        WebhookVerdict(response)
            .confirmed(by: JSONBody.decode(Answer.self, from: response.body)?.id != nil)
    }

    func hint(in response: HTTPResponse) -> String? {
        JSONBody.decode(Answer.self, from: response.body)?.code.map { "code \($0)" }
    }

    /// 1 to 5; 5 makes a phone ring on, 2 makes no sound.
    private static func priority(_ tone: MessageParts.Tone) -> Int {
        switch tone {
        case .quiet: 2
        case .news, .over: 3
        case .urgent: 5
        }
    }

    /// Names of pictures that ntfy shows before the title.
    private static func tags(_ tone: MessageParts.Tone) -> [String] {
        switch tone {
        case .urgent: ["exclamation"]
        case .over: ["white_check_mark"]
        case .news, .quiet: []
        }
    }
}
