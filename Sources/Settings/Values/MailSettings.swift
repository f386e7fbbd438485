/// How mails are sent: one server, one sender, some recipients.
public struct MailSettings: Sendable, Hashable {
    /// The server, `smtps://host:465` or `smtp://host:587`.
    public var url: String
    /// The sender's address.
    public var from: String
    /// The recipients' addresses, at least one.
    public var to: [String]
    /// The name to sign in with, if the server wants one.
    public var user: ConfidentialText?
    /// The password to sign in with.
    public var password: SecretReference?
    /// Whether an `smtp://` connection has to be encrypted; without, it stays in the own network.
    public var requiresEncryption: Bool

    /// Makes the settings of a mail channel.
    public init(url: String, from: String, to: [String]) {
        self.url = url
        self.from = from
        self.to = to
        requiresEncryption = true
    }
}
