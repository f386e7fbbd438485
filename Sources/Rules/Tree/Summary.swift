/// A regular overview: `summary of all accounts every monday at 08:00`.
public struct Summary: Sendable, Hashable {
    /// How often.
    public enum Recurrence: Sendable, Hashable {
        /// As in `every day`.
        case daily
        /// `every monday`: the ISO weekday, Monday 1.
        case weekly(Int)
        /// As in `every month on the 15th`.
        case monthly(Int)
    }

    /// Of which accounts; `nil` is all.
    public let scope: Scope?
    /// How often.
    public let recurrence: Recurrence
    /// When, in minutes after local midnight.
    public let minute: Int
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a summary.
    public init(scope: Scope?, recurrence: Recurrence, minute: Int, span: Range<Int>) {
        self.scope = scope
        self.recurrence = recurrence
        self.minute = minute
        self.span = span
    }
}
