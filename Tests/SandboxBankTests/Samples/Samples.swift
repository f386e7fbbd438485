import SandboxBank

/// Invented answers in the exact shape of the real bank's, without blanks.
enum Samples {
    /// `accounts.json` in one of the forms of the API.
    static func accounts(_ dialect: SandboxDialect) -> String {
        dialect == .v1 ? accountsV1 : accounts
    }

    /// The lines of a literal put together; JSON texts hold no line breaks of their own.
    static func joined(_ text: String) -> String {
        text.split(separator: "\n").joined()
    }
}
