/// Where and how a webhook is sent.
///
/// Which parts a format needs says ``Format/neededKeys``; the reader has checked that they are there.
public struct WebhookSettings: Sendable, Hashable {
    /// One header beside those the program writes itself.
    public struct Header: Sendable, Hashable {
        /// The name as written in the file.
        public var name: String
        /// The value, which may be a reference.
        public var value: ConfidentialText

        /// Makes a header.
        public init(name: String, value: ConfidentialText) {
            self.name = name
            self.value = value
        }
    }

    /// The kind of receiver.
    public var format: Format
    /// The address; whoever knows it can write there, so it is never shown.
    ///
    /// `nil` where the service has one address for everybody.
    public var url: ConfidentialText?
    /// The keys for signatures, the new one first while they change; read them with
    /// ``SecretResolver/signingSecret(_:)``.
    public var signingSecrets: [SecretReference]
    /// Further headers, in the order of the file.
    public var headers: [Header]
    /// What the service knows the sender by (`token`).
    public var token: SecretReference?
    /// Whose key or account it is (`user`).
    public var user: ConfidentialText?
    /// Where inside the service: `chat`, `room`, `stream`, or the `topic` of ntfy.
    public var place: ConfidentialText?
    /// Under which heading there: the `topic` of Zulip.
    public var heading: String?

    /// Makes the settings of a webhook.
    public init(
        format: Format, url: ConfidentialText? = nil, signingSecrets: [SecretReference] = [],
        headers: [Header] = []
    ) {
        self.format = format
        self.url = url
        self.signingSecrets = signingSecrets
        self.headers = headers
    }
}
