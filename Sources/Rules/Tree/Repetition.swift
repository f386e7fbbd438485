/// Several like transactions: `3 purchases over 1000 NOK at the same merchant within 1 hour`.
public struct Repetition: Sendable, Hashable {
    /// What the transactions have in common.
    public enum Likeness: String, Sendable, Hashable, CaseIterable {
        /// The amount.
        case amount = "of the same amount"
        /// The merchant.
        case merchant = "at the same merchant"
    }

    /// How close together they are.
    public enum Closeness: Sendable, Hashable {
        /// As in `within 10 minutes`.
        case within(LengthOfTime)
        /// As in `on the same day`.
        case sameDay
    }

    /// How many; at least two make sense.
    public let count: Int
    /// Of what.
    public let noun: Noun
    /// Which of them.
    public let filters: [Filter]
    /// What they have in common; at least one thing.
    public let likenesses: [Likeness]
    /// How close together they are.
    public let closeness: Closeness
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a repetition.
    public init(
        count: Int, noun: Noun, filters: [Filter], likenesses: [Likeness], closeness: Closeness,
        span: Range<Int>
    ) {
        self.count = count
        self.noun = noun
        self.filters = filters
        self.likenesses = likenesses
        self.closeness = closeness
        self.span = span
    }
}
