/// A move of a quantity: `balance of 'Sparekonto' dropped by more than 5000 NOK in 24 hours`.
public struct Change: Sendable, Hashable {
    /// Which way.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// Down from the maximum inside the window.
        case dropped
        /// Up from the minimum inside the window.
        case rose
        /// Either.
        case changed
    }

    /// How much.
    public enum Size: Sendable, Hashable {
        /// An amount.
        case amount(Amount)
        /// A part of the earlier figure.
        case percent(Percent)
    }

    /// Of what.
    public let quantity: Quantity
    /// Which way.
    public let direction: Direction
    /// `over` for `by more than`, otherwise at least.
    public let relation: Relation
    /// How much.
    public let size: Size
    /// Within which time.
    public let within: LengthOfTime
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a change.
    public init(
        quantity: Quantity, direction: Direction, by size: (Relation, Size),
        within: LengthOfTime, span: Range<Int>
    ) {
        self.quantity = quantity
        self.direction = direction
        relation = size.0
        self.size = size.1
        self.within = within
        self.span = span
    }
}

/// As in `balance of Brukskonto is projected under 0 NOK in the next 7 days`.
public struct Forecast: Sendable, Hashable {
    /// Which figure.
    public let figure: Figure
    /// Of which accounts.
    public let scope: Scope?
    /// What it is compared with.
    public let comparison: Comparison
    /// How far ahead.
    public let within: LengthOfTime
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a forecast.
    public init(
        figure: Figure, scope: Scope?, comparison: Comparison, within: LengthOfTime,
        span: Range<Int>
    ) {
        self.figure = figure
        self.scope = scope
        self.comparison = comparison
        self.within = within
        self.span = span
    }
}
