/// Sends mails to servers and messages to brokers.
///
/// - Cancelling the task ends the exchange at once with ``TransportError/cancelled``.
/// - A request that its own `check()` refuses is never sent.
/// - Unencrypted exchanges stay in the own network; that is decided on the address really used.
public protocol MessageTransport: Sendable {
    /// Sends a mail once and returns the code of the server's last reply (RFC 5321, section 4.2).
    ///
    /// 2xx means that it accepted the mail, 4xx that it may later, 5xx that it never will.
    ///
    /// - Throws: ``TransportError``, without any part of the request. After
    ///   ``TransportError/timedOut`` the server may have accepted the mail.
    func send(_ mail: MailRequest) async throws(TransportError) -> Int

    /// Publishes a message once; returning only means that its bytes were written.
    ///
    /// - Throws: ``TransportError``; ``TransportError/malformedResponse`` if the broker did not
    ///   accept the connection, for example because of the login.
    func publish(_ message: MQTTRequest) async throws(TransportError)
}

/// A name and a password; never shown.
public struct Login: Sendable, CustomStringConvertible, CustomReflectable {
    public let user: String
    public let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    public var description: String { "‹login›" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }

    var isSendable: Bool { (user + password).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

/// A mail to be handed to a server once.
public struct MailRequest: Sendable {
    /// The server, `smtps://host:465` or `smtp://host:587`.
    public var url: String
    /// How the client introduces itself (EHLO): a host name.
    public var greeting = "saldovakt.invalid"
    /// The address to which the server may return the mail.
    public var sender: String
    /// The recipients; the server has to accept all of them.
    public var recipients: [String]
    /// The whole message as RFC 5322 defines it, with CR LF after every line; the transport doubles
    /// dots.
    public var message: [UInt8]
    public var login: Login?
    /// Whether `smtp://` must become encrypted (STARTTLS); without, it stays in the own network.
    public var requiresEncryption = true
    /// The time from the connection to the server's last reply.
    ///
    /// Servers check a message for a while; ending early would make them deliver it twice.
    public var timeout = Duration.seconds(60)

    public init(url: String, sender: String, recipients: [String], message: [UInt8] = []) {
        self.url = url
        self.sender = sender
        self.recipients = recipients
        self.message = message
    }
}

extension MailRequest {
    /// Throws for a mail that must never be sent.
    ///
    /// A line break in an address or a login would become a command of its own.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedMessage(_:)``.
    public func check() throws(TransportError) { _ = try exchange() }

    func exchange() throws(TransportError) -> Exchange {
        let target = try HTTPTarget(url: url, schemes: ["smtps", "smtp"])
        guard !recipients.isEmpty else { throw .refusedMessage("list of recipients") }
        guard (recipients + [sender]).allSatisfy(Self.isAddress) else {
            throw .refusedMessage("mail address")
        }
        guard (1...255).contains(greeting.utf8.count), greeting.utf8.allSatisfy(Self.isHostByte)
        else { throw .refusedMessage("greeting") }
        if let login, !login.isSendable { throw .refusedMessage("login") }
        guard Self.hasWholeLines(message) else { throw .refusedMessage("message") }
        let isPlain = target.scheme == "smtp"
        var exchange = Exchange(
            target: target, timeout: timeout, isPlainText: isPlain && !requiresEncryption
        ) { (profile) throws(TransportError) in
            try profile.apply(self, startsTLS: isPlain && requiresEncryption)
        }
        exchange.mail = message
        return exchange
    }

    /// Printable ASCII around one `@`, without the signs that frame an address in a command.
    private static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        return (3...254).contains(bytes.count) && bytes.count { $0 == UInt8(ascii: "@") } == 1
            && bytes.first != UInt8(ascii: "@") && bytes.last != UInt8(ascii: "@")
            && bytes.allSatisfy { (0x21...0x7E).contains($0) && !"<>()[]\\,;:\"".utf8.contains($0) }
    }

    package static func isHostByte(_ byte: UInt8) -> Bool {
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

/// A message to be published on an MQTT broker once.
///
/// libcurl publishes with the quality of service 0: at its end the bytes were written, and nothing
/// is confirmed. It cannot retain and, before 8.19, not encrypt; so the broker has to be in the own
/// network.
public struct MQTTRequest: Sendable {
    public var url: String
    /// Without wildcards.
    public var topic: String
    public var payload: [UInt8]
    public var login: Login?
    public var timeout = Duration.seconds(15)

    public init(url: String, topic: String, payload: [UInt8] = [], login: Login? = nil) {
        self.url = url
        self.topic = topic
        self.payload = payload
        self.login = login
    }
}

extension MQTTRequest {
    /// Throws for a message that must never be sent.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedMessage(_:)``.
    public func check() throws(TransportError) { _ = try exchange() }

    func exchange() throws(TransportError) -> Exchange {
        let target = try HTTPTarget(url: url, schemes: ["mqtt"])
        let signs = topic.unicodeScalars
        guard (1...65_535).contains(topic.utf8.count), !topic.contains("#"), !topic.contains("+"),
            signs.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { throw .refusedMessage("topic") }
        if let login, !login.isSendable { throw .refusedMessage("login") }
        return Exchange(target: target, timeout: timeout, isPlainText: true) {
            (profile) throws(TransportError) in
            try profile.apply(self)
            return nil
        }
    }

    /// The broker's address with the topic as libcurl wants it, percent-encoded after the host.
    var addressWithTopic: String {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        return base + "/" + URLText.encoded(topic, keepsSlashes: true)
    }
}
