import Alerts
import Finance
import Foundation
import HTTP

/// A bot of Zulip: a form, contents up to 10,000 bytes, topics up to 60 letters, 200 and
/// `"result":"success"`.
///
/// The text stands in a block of code, where Zulip's Markdown knows neither markup nor mentions.
struct ZulipDialect: WebhookDialect {
    private struct Answer: Decodable {
        let result: String
        let code: String?
        let retryAfter: Double?

        enum CodingKeys: String, CodingKey {
            case result, code
            case retryAfter = "retry-after"
        }
    }

    let server: Secret
    let user: Secret
    let token: Secret
    let stream: Secret
    let topic: String

    var address: String { server.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let writer = MessageText(escaping: .fence, unit: .bytes, limit: 9_000)
        let content = "```text\n" + writer.text(MessageParts(notice)) + "\n```"
        let form = URLText.form([
            ("type", "stream"), ("to", stream.reveal()), ("topic", topic), ("content", content),
        ])
        let login = Data("\(user.reveal()):\(token.reveal())".utf8).base64EncodedString()
        return WebhookMessage(
            url: URLText.join(address, "/api/v1/messages"),
            headers: [HTTPHeader("Authorization", "Basic \(login)")],
            contentType: "application/x-www-form-urlencoded", body: form)
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        let answer = JSONBody.decode(Answer.self, from: response.body)
        return WebhookVerdict(response).waiting(atLeast: answer?.retryAfter).confirmed(
            by: answer?.result == "success", otherwise: answer == nil ? .notTheReceiver : .refused)
    }

    func hint(in response: HTTPResponse) -> String? {
        JSONBody.decode(Answer.self, from: response.body)?.code
    }
}
