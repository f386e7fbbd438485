/// A sum, count or maximum over the transactions of a window: `spending at 'KIWI*' this month`.
public struct Aggregate: Sendable, Hashable {
    /// What is made of the transactions.
    public enum Measure: Sendable, Hashable {
        /// Purchases, fees, payments and withdrawals less refunds (RL-13).
        case spending
        /// Credits that are neither own transfers nor refunds.
        case income
        /// How many there are.
        case count(Noun)
        /// The largest amount.
        case largest(Noun)
    }

    /// What is made of the transactions.
    public let measure: Measure
    /// Which transactions count.
    public let filters: [Filter]
    /// Over which time.
    public let window: Window
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes an aggregate.
    public init(measure: Measure, filters: [Filter], window: Window, span: Range<Int>) {
        self.measure = measure
        self.filters = filters
        self.window = window
        self.span = span
    }
}
