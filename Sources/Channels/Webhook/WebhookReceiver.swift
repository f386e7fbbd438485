import Alerts
public import Finance
import HTTP

/// The service behind a webhook: its address, its messages, its answers and its pace.
///
/// All kinds are in the folder `Formats`.
public struct WebhookReceiver: Sendable {
    let address: Secret
    /// The texts beside the address that nobody may see: a token, a chat, a topic.
    var secrets: [Secret] = []
    /// Whether the status alone does not show that a notification was accepted.
    var readsBody = true
    /// The shortest time between two requests that the service documents.
    var gap = Duration.zero
    /// The signing keys; several during a key change.
    var signingSecrets: [SigningSecret] = []
    /// Whether identifier and time are sent even without a signature.
    var namesTheEvent = false
    let message: @Sendable (AlertNotification) -> WebhookMessage
    var verdict: @Sendable (WebhookAnswer) -> WebhookVerdict = { $0.verdict }
    /// A word of the receiver about a refusal, such as `channel_not_found`.
    var hint: @Sendable (WebhookAnswer) -> String? = { _ in nil }
    /// The pause that the receiver asks for although it accepted the notification.
    var pause: @Sendable (HTTPResponse) -> Duration? = { _ in nil }

    /// The verdict on an answer whose body was too long to read.
    func verdict(onUnreadable status: Int) -> WebhookVerdict {
        let verdict = WebhookVerdict(HTTPResponse(status: status))
        return verdict == .delivered && readsBody ? .notTheReceiver : verdict
    }
}

/// A request for a receiver, before signature and the person's own headers.
struct WebhookMessage: Sendable {
    /// Most services want a POST.
    var method = HTTPRequest.Method.post
    /// The address; may contain secrets.
    let url: String
    /// The headers beside the content type.
    var headers: [HTTPHeader] = []
    var contentType = "application/json"
    let body: [UInt8]

    func request(adding more: [HTTPHeader], timeout: Duration) -> HTTPRequest {
        HTTPRequest(
            method: method, url: url,
            headers: [HTTPHeader("Content-Type", contentType)] + headers + more, body: body,
            timeout: timeout, maximumBodyBytes: 64 << 10, isQueued: false)
    }
}

extension WebhookMessage {
    init(
        _ method: HTTPRequest.Method = .post, to url: String, headers: [HTTPHeader] = [],
        json: JSONOutput
    ) { self.init(method: method, url: url, headers: headers, body: Array(json.text.utf8)) }

    init(to url: String, headers: [HTTPHeader] = [], form: [(name: String, value: String)]) {
        self.init(
            url: url, headers: headers, contentType: "application/x-www-form-urlencoded",
            body: URLText.form(form))
    }
}

/// An answer of a receiver, with its body if that is JSON.
struct WebhookAnswer: Sendable {
    let response: HTTPResponse
    let json: JSONNode?

    init(_ response: HTTPResponse) {
        self.response = response
        let text = PositionedJSON(response.body, isStrict: true)
        json = text.problems.isEmpty && text.root?.members != nil ? text.root : nil
    }

    var verdict: WebhookVerdict { WebhookVerdict(response) }

    var reply: WebhookReply { WebhookReply(response.body, json) }

    /// A number of the body, such as a wait in seconds.
    func number(_ key: String) -> Double? { json?[key]?.number.flatMap(Double.init) }

    func text(_ key: String) -> String? { json?[key]?.string }

    /// The number of an error as text.
    var code: String? { json?["code"]?.number.map { "code \($0)" } }
}

extension WebhookReceiver {
    /// A receiver of the notification itself, as published, with the headers of Standard Webhooks;
    /// any 2xx is success.
    public static func json(url: Secret, signingSecrets: [SigningSecret] = []) -> WebhookReceiver {
        WebhookReceiver(
            address: url, readsBody: false, signingSecrets: signingSecrets, namesTheEvent: true,
            message: { WebhookMessage(url: url.reveal(), body: NotificationCoding.bytes($0)) })
    }

    /// Home Assistant: its webhook, which an automation reads, or with a token the address of a
    /// notify service.
    ///
    /// Its webhooks answer 200 to everybody, even for a wrong id or an invalid body, so that nobody
    /// can guess ids: "delivered" means that Home Assistant answered. A notify service reports its
    /// result.
    public static func homeAssistant(url: Secret, token: Secret? = nil) -> WebhookReceiver {
        WebhookReceiver(
            address: url, secrets: token.map { [$0] } ?? [], readsBody: false,
            message: { notification in
                guard let token else {
                    return WebhookMessage(
                        url: url.reveal(), body: NotificationCoding.bytes(notification))
                }
                let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
                let (title, message) = writer.apart(MessageParts(notification), title: 600)
                return WebhookMessage(
                    to: url.reveal(), headers: [.bearer(token)],
                    json: ["message": .string(message), "title": .string(title)])
            }, verdict: { $0.verdict.confirmed(by: $0.reply != .page) })
    }
}

extension HTTPHeader {
    static func bearer(_ token: Secret) -> HTTPHeader {
        HTTPHeader("Authorization", "Bearer \(token.reveal())")
    }
}
