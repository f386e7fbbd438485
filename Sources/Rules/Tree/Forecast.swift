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
