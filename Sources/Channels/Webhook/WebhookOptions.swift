/// What a webhook is sent with, beside what its receiver asks for.
public struct WebhookOptions: Sendable, Hashable {
    /// Headers that the person has set.
    public var headers: [WebhookHeader]
    /// The time an attempt may take.
    public var timeout: Duration

    /// Makes options; 15 seconds are what Standard Webhooks recommends at least.
    public init(headers: [WebhookHeader] = [], timeout: Duration = .seconds(15)) {
        self.headers = headers
        self.timeout = timeout
    }
}
