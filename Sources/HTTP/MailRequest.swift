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

/// The last thing a mail server said (RFC 5321, section 4.2).
public struct MailReply: Sendable, Hashable {
    /// The three digits: 2xx it took the mail, 4xx later perhaps, 5xx never.
    public let code: Int

    /// Makes a reply.
    public init(code: Int) {
        self.code = code
    }
}

extension MailRequest {
    /// Refuses what must never be sent, before anything is sent.
    ///
    /// A line break in an address would become a command of its own on the wire, one in a login too.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedMessage(_:)``.
    public func check() throws(TransportError) {
        _ = try target()
    }

    /// Where the mail goes, if it may be sent.
    func target() throws(TransportError) -> HTTPTarget {
        let target = try HTTPTarget(url: url, schemes: ["smtps", "smtp"])
        guard !recipients.isEmpty else { throw .refusedMessage("list of recipients") }
        for address in recipients + [sender] where !Self.isAddress(address) {
            throw .refusedMessage("mail address")
        }
        guard (1...255).contains(greeting.utf8.count), greeting.utf8.allSatisfy(Self.isHostByte)
        else { throw .refusedMessage("greeting") }
        if let login, !login.isSendable { throw .refusedMessage("login") }
        guard Self.hasWholeLines(message) else { throw .refusedMessage("message") }
        return target
    }

    /// Printable ASCII around one `@`, without the signs that frame an address in a command.
    private static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        return (3...254).contains(bytes.count) && bytes.count { $0 == UInt8(ascii: "@") } == 1
            && bytes.first != UInt8(ascii: "@") && bytes.last != UInt8(ascii: "@")
            && bytes.allSatisfy { (0x21...0x7E).contains($0) && !"<>()[]\\,;:\"".utf8.contains($0) }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Every line feed after a carriage return and the other way round, and one at the end.
    private static func hasWholeLines(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            guard byte != 0, (byte == 0x0A) == (previous == 0x0D) else { return false }
            previous = byte
        }
        return previous == 0x0A
    }
}
