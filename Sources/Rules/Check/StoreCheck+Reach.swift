import Finance

extension StoreCheck {
    /// Looks for parts that read no account at all, so that the rule can't fire.
    ///
    /// Names that no account has are findings of their own.
    mutating func checkReach() {
        let isNameMissing = problems.contains { $0.code == "unknown-account" }
        guard !isNameMissing, rule.kind != .health else { return }
        checkExceptions()
        guard !problems.contains(where: { $0.code == "reads-no-account" }) else { return }
        for leaf in rule.body.condition?.leaves ?? [] {
            guard let (figure, scope, span) = leaf.read else { continue }
            let selector = AccountSelector(scope)
            let read = store.accounts(of: selector).filter {
                selector.reach != .implicit || figure.isMeant(of: $0.account)
            }
            let hasFigure =
                figure != .creditUsed || read.contains { $0.account.liabilityAccount != nil }
            guard read.isEmpty || !hasFigure else { continue }
            add("reads-no-account", at: span, "no account that this reads has such a figure")
        }
    }

    private mutating func checkExceptions() {
        for scope in rule.body.scopes where !scope.exceptions.isEmpty {
            guard store.accounts(of: AccountSelector(scope)).isEmpty
            else { continue }
            add("reads-no-account", at: scope.span, "no account is left, so nothing is read")
        }
    }

    /// Looks for filters on what the bank tells of no transaction at all.
    mutating func checkClassification() {
        let hasCategories = store.transactions.contains { $0.merchantCategoryCode != nil }
        let hasTypes = store.transactions.contains { $0.transactionType != .unknown }
        for filter in rule.body.filters {
            switch filter.kind {
            case .inCategory where !hasCategories:
                add(
                    "matched-nothing", at: filter.span,
                    "the bank has given no transaction a category so far")
            case .ofType(let type) where !hasTypes && type != .unknown:
                add(
                    "matched-nothing", at: filter.span,
                    "the bank has given no transaction a type so far")
            default: continue
            }
        }
    }
}

extension Condition {
    /// The figure that a condition reads of accounts, of which ones, and where it says so.
    fileprivate var read: (Figure, Scope?, Range<Int>)? {
        switch self {
        case .level(let level): level.quantity.read
        case .change(let change): change.quantity.read
        case .forecast(let forecast): (forecast.figure, forecast.scope, forecast.span)
        case .health, .reservationAge, .all, .any: nil
        }
    }
}

extension Quantity {
    /// The figure, of which accounts, and where it stands.
    fileprivate var read: (Figure, Scope?, Range<Int>)? {
        guard case .figure(let figure, _, let scope) = kind else { return nil }
        return (figure, scope, span)
    }
}
