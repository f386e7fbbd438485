public import Finance

/// The time that an aggregate looks at.
public struct Window: Sendable, Hashable {
    /// The kinds of window.
    public enum Kind: Sendable, Hashable {
        /// The current calendar period: `this month`; `today` is the period of a day.
        case current(CalendarPeriod)
        /// Up to now: `in the last 7 days`
        case last(CalendarSpan)
    }

    /// Which one.
    public let kind: Kind
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a window.
    public init(kind: Kind, span: Range<Int>) {
        self.kind = kind
        self.span = span
    }
}
