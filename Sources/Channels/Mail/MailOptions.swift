public import Finance
public import Foundation

/// How a mail channel is set up.
public struct MailOptions: Sendable, Hashable {
    /// The server, `smtps://host:465` or `smtp://host:587`.
    public var server: String
    /// The sender's address.
    public var from: String
    /// The recipients' addresses.
    public var to: [String]
    /// The name to sign in with.
    public var user: Secret?
    /// The password to sign in with.
    public var password: Secret?
    /// Whether an `smtp://` connection has to be encrypted; without, it stays in the own network.
    public var requiresEncryption: Bool
    /// The zone of the times in mails.
    public var timeZone: TimeZone

    /// Makes options; without a login, encrypted.
    public init(server: String, from: String, to: [String], timeZone: TimeZone) {
        self.server = server
        self.from = from
        self.to = to
        self.timeZone = timeZone
        requiresEncryption = true
    }
}
