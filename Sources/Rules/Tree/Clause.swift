/// One way of telling in a sentence, after its body.
public struct Clause: Sendable, Hashable {
    /// The kinds of clause.
    public enum Kind: Sendable, Hashable {
        /// As in `for 30 minutes`.
        case hold(LengthOfTime)
        /// As in `until over 150 NOK`.
        case until(Comparison)
        /// As in `between 07:00 and 22:00`.
        case between(DailyInterval)
        /// `only on weekdays`: ISO weekdays.
        case onlyOn(Set<Int>)
        /// As in `at most once a day`.
        case limit(RateLimit)
        /// As in `remind every 1 day`.
        case remind(LengthOfTime)
    }

    /// Which one.
    public let kind: Kind
    /// Where it stands in the sentence, without the comma before it.
    public let span: Range<Int>

    /// Makes a clause.
    public init(kind: Kind, span: Range<Int>) {
        self.kind = kind
        self.span = span
    }
}
