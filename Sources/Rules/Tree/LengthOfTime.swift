public import Finance

/// A length of time in a sentence: `30 minutes`, `2 months`.
public struct LengthOfTime: Sendable, Hashable {
    /// How long.
    public let value: CalendarSpan
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a length of time.
    public init(value: CalendarSpan, span: Range<Int>) {
        self.value = value
        self.span = span
    }
}
