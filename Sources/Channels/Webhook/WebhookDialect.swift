import Alerts
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
