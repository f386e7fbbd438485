/// A compiled right side.
enum CompiledOperand: Sendable {
    /// An amount or a count.
    case amount(Amount)
    /// So many hundredths of a percent of a quantity.
    case share(Int64, of: CompiledQuantity)
    /// A quantity.
    case quantity(CompiledQuantity)
}
