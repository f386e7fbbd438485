/// How a webhook is spoken to, beside its address.
public struct WebhookOptions: Sendable, Hashable {
    /// The form of the body.
    public var format: WebhookFormat
    /// The keys to sign with; several while a receiver changes from an old one to a new one.
    public var signingSecrets: [SigningSecret]
    /// Headers that the receiver asks for.
    public var headers: [WebhookHeader]
    /// The time an attempt may take.
    public var timeout: Duration

    /// Makes options; 15 seconds are what Standard Webhooks recommends at least.
    public init(
        format: WebhookFormat = .json, signingSecrets: [SigningSecret] = [],
        headers: [WebhookHeader] = [], timeout: Duration = .seconds(15)
    ) {
        self.format = format
        self.signingSecrets = signingSecrets
        self.headers = headers
        self.timeout = timeout
    }
}
