/// Of which accounts a part of a condition is read, and whether of each by itself.
struct CompiledReach: Sendable {
    /// The accounts.
    let selector: AccountSelector
    /// Whether the rule speaks of each account by itself because of it.
    let isPerAccount: Bool
    /// Whether it is one value over accounts.
    let isWhole: Bool

    /// The reach of a quantity.
    init(_ quantity: CompiledQuantity) {
        selector = quantity.selector
        isPerAccount = quantity.isPerAccount
        isWhole = if case .figure(_, isTotal: false, _) = quantity { false } else { true }
    }

    /// The reach of what is so or not for each account of a selector.
    init(_ selector: AccountSelector) {
        self.selector = selector
        isPerAccount = selector.reach != .all && selector.isVariable
        isWhole = selector.reach == .all
    }
}
