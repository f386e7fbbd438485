import Alerts
import Foundation
import HTTP

/// How one kind of receiver is spoken to: its request, its success test, its pace.
protocol WebhookDialect: Sendable {
    /// An address on the receiver, for its checks and its host; may hold secrets.
    var address: String { get }
    /// The request for a notice; the same notice always gives the same one.
    func message(for notice: Notice) -> WebhookMessage
    /// The request for a notice of which only the published bytes are at hand; `nil` where the
    /// receiver wants something else.
    func message(publishing bytes: [UInt8]) -> WebhookMessage?
    /// What an answer means.
    func verdict(on response: HTTPResponse) -> WebhookVerdict
    /// A word of the receiver about a refusal, such as `channel_not_found`.
    func hint(in response: HTTPResponse) -> String?
    /// Whether a status alone does not say that a notice arrived.
    var readsBody: Bool { get }
    /// The shortest time between two requests that the service documents.
    var gap: Duration { get }
    /// How long the receiver wants to be left alone although it took the notice.
    func pause(after response: HTTPResponse) -> Duration?
}

extension WebhookDialect {
    /// No word, unless the dialect knows where it stands.
    func hint(in response: HTTPResponse) -> String? { nil }

    /// None, unless the receiver takes notices as they are published.
    func message(publishing bytes: [UInt8]) -> WebhookMessage? { nil }

    var readsBody: Bool { true }

    var gap: Duration { .zero }

    /// No pause.
    func pause(after response: HTTPResponse) -> Duration? { nil }

    /// The verdict on an answer whose body was too long to read.
    func verdict(onUnreadable status: Int) -> WebhookVerdict {
        let verdict = WebhookVerdict(HTTPResponse(status: status))
        return verdict == .delivered && readsBody ? .notTheReceiver : verdict
    }
}

/// A request as a dialect writes it, before signature and the person's own headers.
struct WebhookMessage: Sendable {
    /// Most services want a POST.
    var method = HTTPRequest.Method.post
    /// Where to; may hold secrets.
    let url: String
    /// Beside the content's type.
    var headers: [HTTPHeader] = []
    /// The content's type.
    var contentType = "application/json"
    /// The content.
    let body: [UInt8]

    /// The request, signed or not.
    func request(adding more: [HTTPHeader], timeout: Duration) -> HTTPRequest {
        HTTPRequest(
            method: method, url: url,
            headers: [HTTPHeader("Content-Type", contentType)] + headers + more, body: body,
            timeout: timeout, maximumBodyBytes: 64 << 10)
    }
}

/// Writes and reads the JSON of other people's interfaces.
enum JSONBody {
    /// The bytes of a value, its keys in order, so that a request is always the same.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and switches can always be encoded; an empty body would be refused, not
        // lost.
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }

    /// The value in an answer; `nil` if it is anything else.
    static func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}
