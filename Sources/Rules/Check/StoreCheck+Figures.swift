import Finance

extension StoreCheck {
    /// Reports credit limits of accounts that have none.
    mutating func checkFigures() {
        for (quantity, comparison) in compared {
            for other in [quantity] + comparison.quantities {
                guard case .figure(.creditLimit, _, let scope) = other.kind else { continue }
                checkCreditLimit(of: scope, at: other.span)
            }
            guard case .its(.creditLimit, _, let span)? = comparison.reference else { continue }
            checkCreditLimit(of: quantity.scope, at: span)
        }
    }

    private mutating func checkCreditLimit(of scope: Scope?, at span: Range<Int>) {
        let accounts = accounts(of: scope)
        let isMissing = !accounts.contains { ($0.creditLimit?.minorUnits ?? 0) > 0 }
        guard isMissing, !accounts.isEmpty else { return }
        let isNamed = scope?.isNamed ?? false
        add(
            "no-credit-limit", at: span,
            isNamed
                ? "\"\(accounts[0].account.displayName)\" has no credit limit"
                : "none of these accounts has a credit limit",
            severity: isNamed ? .error : .warning)
    }

    /// Reports amounts in a currency that no account has, and sums over several currencies.
    mutating func checkCurrencies() {
        for (quantity, comparison) in compared {
            check(comparison.amount, on: accounts(of: quantity.scope))
            checkTotal(quantity, limit: comparison.amount)
            checkSides(quantity, comparison)
        }
        for case .change(let change) in rule.body.leaves {
            check(change.size.amount, on: accounts(of: change.quantity.scope))
            checkTotal(change.quantity, limit: change.size.amount)
        }
        for filters in rule.body.filterLists {
            let accounts = store.accounts(of: AccountSelector(filters))
            for filter in filters { check(filter.amount, on: accounts) }
        }
    }

    private var compared: [(quantity: Quantity, comparison: Comparison)] {
        rule.body.leaves.compactMap(\.compared)
    }

    private mutating func check(_ amount: Amount?, on accounts: [AccountFacts]) {
        guard let amount, let currency = amount.currency, !accounts.isEmpty,
            !accounts.contains(where: { $0.account.currency == currency })
        else { return }
        let own = Set(accounts.map(\.account.currency.code)).sorted()
        // The number would be another amount in another currency, so none is suggested (RL-66).
        add(
            "no-account-in-currency", at: amount.span,
            "none of these accounts is in \(currency.code)", expected: own)
    }

    private mutating func checkTotal(_ quantity: Quantity, limit: Amount?) {
        guard case .figure(let figure, true, let scope) = quantity.kind else { return }
        let counted = accounts(of: scope).filter { scope != nil || figure.isMeant(of: $0.account) }
        let currencies = Set(counted.map(\.account.currency))
        guard currencies.count > 1 else { return }
        guard let own = limit?.currency else {
            add(
                "mixed-currency", at: quantity.span,
                "accounts in \(currencies.map(\.code).sorted().joined(separator: " and ")) have "
                    + "no sum; name a currency in the limit", severity: .error)
            return
        }
        let left = counted.filter { $0.account.currency != own }.map(\.account.displayName)
        add(
            "left-out", at: quantity.span,
            "only accounts in \(own.code) are added; left out: \(left.joined(separator: ", "))")
    }

    private mutating func checkSides(_ quantity: Quantity, _ comparison: Comparison) {
        guard case .quantity(let other)? = comparison.reference else { return }
        let left = Set(accounts(of: quantity.scope).map(\.account.currency))
        let right = Set(accounts(of: other.scope).map(\.account.currency))
        guard left.count == 1, right.count == 1, left != right else { return }
        add(
            "mixed-currency", at: comparison.span,
            "one side is in \(left.map(\.code).joined()), the other in "
                + "\(right.map(\.code).joined()); they are never compared", severity: .error)
    }

    private func accounts(of scope: Scope?) -> [AccountFacts] {
        store.accounts(of: AccountSelector(scope))
    }
}
