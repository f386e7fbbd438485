/// Hands mails to servers and messages to brokers.
///
/// - Cancelling the task ends the exchange at once with ``TransportError/cancelled``.
/// - What the requests' `check()` refuses is never sent.
/// - Unencrypted exchanges stay in the own network; that is decided on the address really used.
public protocol MessageTransport: Sendable {
    /// Hands over a mail once and returns the server's last reply, whatever it says.
    ///
    /// - Throws: ``TransportError``, without any part of the request. After
    ///   ``TransportError/timedOut`` the server may have taken the mail.
    func send(_ mail: MailRequest) async throws(TransportError) -> MailReply

    /// Publishes a message once; returning means that its bytes were written, no more.
    ///
    /// - Throws: ``TransportError``; ``TransportError/malformedResponse`` if the broker did not
    ///   take the connection, for example because of the login.
    func publish(_ message: MQTTRequest) async throws(TransportError)
}

/// A name and a password; never shown.
public struct Login: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name.
    public let user: String
    /// The password.
    public let password: String

    /// Puts both together.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Always `‹login›`.
    public var description: String { "‹login›" }

    /// Shows no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Login {
    /// Whether both parts are free of control characters.
    var isSendable: Bool {
        (user + password).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
