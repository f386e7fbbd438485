/// A compiled figure with its limit.
struct CompiledLevel: Sendable {
    /// The left side.
    let quantity: CompiledQuantity
    /// The right side.
    let comparison: CompiledComparison

    /// Both sides' quantities.
    var quantities: [CompiledQuantity] { [quantity] + comparison.quantities }
}
