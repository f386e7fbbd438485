/// A compiled move of a figure.
struct CompiledChange: Sendable {
    /// The figure that moves; never a window.
    let quantity: CompiledQuantity
    /// The series of the table that follows it.
    let series: Int
    /// Which way.
    let direction: Change.Direction
    /// `over` for `by more than`, otherwise at least.
    let relation: Relation
    /// How much.
    let size: Size

    /// How much a figure has to move.
    enum Size: Sendable {
        /// By an amount.
        case amount(Amount)
        /// By so many hundredths of a percent of the earlier figure.
        case share(Int64)
    }
}
