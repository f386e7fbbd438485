/// A mail to be handed to a server once.
///
/// ## Units
/// - `message` is the whole message as RFC 5322 writes it: headers, an empty line, text, every line
///   ended by CR LF. Lines of a dot are doubled on the way; that is the transport's to do.
/// - `timeout` counts from the connection to the server's last reply.
public struct MailRequest: Sendable {
    /// The server, `smtps://host:465` or `smtp://host:587`.
    public var url: String
    /// How the client introduces itself (EHLO): a host name.
    public var greeting: String
    /// Where the server may return the mail to.
    public var sender: String
    /// Who gets it; the server has to take all of them.
    public var recipients: [String]
    /// The message.
    public var message: [UInt8]
    /// The name and password to sign in with.
    public var login: Login?
    /// Whether `smtp://` has to become encrypted (STARTTLS); without, it stays in the own network.
    public var requiresEncryption: Bool
    /// The time the whole exchange may take.
    public var timeout: Duration

    /// Makes a request; nothing is checked before ``check()`` or sending.
    public init(url: String, sender: String, recipients: [String], message: [UInt8]) {
        self.url = url
        self.sender = sender
        self.recipients = recipients
        self.message = message
        greeting = "saldovakt.invalid"
        requiresEncryption = true
        // Servers look at a message for a while; ending early would make them deliver it twice.
        timeout = .seconds(60)
    }
}
