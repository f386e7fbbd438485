public import Finance

/// A request that the sandbox bank has received.
///
/// It never holds a secret: no token, no password, no customer number, no header values, and
/// the values of known parameters only.
public struct SandboxRequest: Sendable, Equatable {
    /// What a request said about who sends it.
    public enum Authorization: String, Sendable {
        /// Nothing.
        case none
        /// Name and password, as for the sign-in.
        case basic
        /// A token that holds.
        case bearer
        /// A token that is expired or not of this bank.
        case staleBearer
    }

    /// Counts the requests from 1.
    public let number: Int
    /// `GET`, `POST` and so on.
    public let method: String
    /// The path as it was sent; 11-digit and very long parts are starred out.
    public let path: String
    /// The parameters `startDate`, `endDate`, `index` and `length` as sent, by those names;
    /// others with the value `…`.
    public let parameters: [String: String]
    /// Who sent it.
    public let authorization: Authorization
    /// The names of the header lines, in lower case and order.
    public let headerNames: [String]
    /// The bank day on which it came.
    public let day: CalendarDay
    /// The step at which it came.
    public let step: Int
    /// The status of the answer; `nil` while it hangs or if the connection was cut.
    public internal(set) var status: Int?
}
