import Finance

/// A compiled look ahead.
struct CompiledForecast: Sendable {
    /// The figure, of each account or of one.
    let quantity: CompiledQuantity
    /// Which figure that is.
    let figure: Figure
    /// What it is compared with on each day.
    let comparison: CompiledComparison
    /// How far ahead; the last day is included.
    let span: CalendarSpan
}
