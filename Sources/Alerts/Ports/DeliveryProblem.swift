/// Why a delivery failed, in words without secrets.
public struct DeliveryProblem: Error, Sendable, Hashable, Codable {
    /// A closed set that statistics and policies can rely on.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// Credentials or signature were refused.
        case auth
        /// Too many requests.
        case rateLimited
        /// The receiver refused the content.
        case client
        /// The receiver has trouble of its own.
        case server
        /// No answer in time; it may have arrived.
        case timedOut
        /// The program is stopping.
        case cancelled
        /// No connection, or no desktop to show it on.
        case unreachable
        /// Anything else.
        case other
    }

    /// What kind of trouble.
    public let reason: Reason
    /// What happened, one line: `the receiver answered 503`.
    public let problem: String
    /// What the person can do now.
    public let fix: String

    /// Makes a problem.
    public init(reason: Reason, problem: String, fix: String) {
        self.reason = reason
        self.problem = problem
        self.fix = fix
    }
}
