/// What of a query could not be left to the database.
///
/// The answer is right all the same: Swift looks at the rows that the rest of the query lets
/// through. It costs more, and more than ``FinanceStore/Options/mostRows`` of them are refused.
public struct QueryDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// What was left to Swift.
    public enum Part: String, Sendable, Hashable {
        /// A part of the predicate.
        case predicate
        /// The order.
        case order
    }

    /// What was left to Swift.
    public let part: Part
    /// Which operation or property, in words.
    public let cause: String

    /// Makes a diagnostic.
    public init(part: Part, cause: String) {
        self.part = part
        self.cause = cause
    }

    /// One line for a log.
    public var description: String { StoreWords.explained(self) }
}
