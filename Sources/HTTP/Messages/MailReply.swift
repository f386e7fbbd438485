/// The last thing a mail server said (RFC 5321, section 4.2).
public struct MailReply: Sendable, Hashable {
    /// The three digits: 2xx it took the mail, 4xx later perhaps, 5xx never.
    public let code: Int

    /// Makes a reply.
    public init(code: Int) {
        self.code = code
    }
}
