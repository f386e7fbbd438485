/// Why a bank could not be read, in words a person can act on.
public struct SourceFailure: Error, Sendable, Hashable {
    /// The kinds that the rest of the program tells apart (the `error` of a snapshot line).
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// No connection.
        case unreachable
        /// The bank refused the credentials.
        case refused
        /// The bank asked to come later.
        case throttled
        /// The answer was not what it should be: HTML, half a page, no accounts.
        case malformed
        /// No answer in time.
        case timedOut
        /// The bank reported trouble of its own.
        case server
    }

    /// What kind of trouble.
    public let kind: Kind
    /// What happened, one line, without secrets: `the token endpoint answered invalid_client`.
    public let problem: String
    /// What the person can do now.
    public let fix: String

    /// Makes a failure.
    public init(kind: Kind, problem: String, fix: String) {
        self.kind = kind
        self.problem = problem
        self.fix = fix
    }
}
