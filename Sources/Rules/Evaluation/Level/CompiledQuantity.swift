import Finance

/// A compiled quantity.
enum CompiledQuantity: Sendable, Hashable {
    /// A figure of the chosen accounts.
    case figure(Figure, isTotal: Bool, AccountSelector)
    /// The window with that index.
    case window(Int, AccountSelector)
    /// What leaves the accounts over the next days.
    case upcoming(CalendarSpan, AccountSelector)

    /// The accounts it speaks of.
    var selector: AccountSelector {
        switch self {
        case .figure(_, _, let selector), .window(_, let selector), .upcoming(_, let selector):
            selector
        }
    }

    /// Whether it has another value for every account, so that the rule speaks of each by itself.
    var isPerAccount: Bool {
        switch self {
        case .figure(_, let isTotal, let selector): !isTotal && selector.isVariable
        case .window(_, let selector), .upcoming(_, let selector): selector.reach == .each
        }
    }
}
