/// Where and how a webhook is sent.
public struct WebhookSettings: Sendable, Hashable {
    /// The shapes of the body.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The notice contract, signed as in Standard Webhooks.
        case json
        /// What Slack, Mattermost and other chats take at an incoming webhook.
        case slack
    }

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

    /// The shape of the body.
    public var format: Format
    /// The address; whoever knows it can write there, so it is never shown.
    public var url: ConfidentialText
    /// The key for signatures; read it with ``SecretResolver/signingSecret(_:)``.
    public var signingSecret: SecretReference?
    /// Further headers, in the order of the file.
    public var headers: [Header]

    /// Makes the settings of a webhook.
    public init(
        format: Format, url: ConfidentialText, signingSecret: SecretReference? = nil,
        headers: [Header] = []
    ) {
        self.format = format
        self.url = url
        self.signingSecret = signingSecret
        self.headers = headers
    }
}
