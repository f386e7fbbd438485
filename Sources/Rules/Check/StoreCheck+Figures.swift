import Finance

extension StoreCheck {
    /// Looks for credit limits of accounts that have none.
    mutating func checkFigures() {
        for level in comparedLevels {
            for (figure, scope, span) in figures(in: level) where figure == .creditLimit {
                let accounts = accounts(of: scope)
                let isMissing = !accounts.contains { ($0.creditLimit?.minorUnits ?? 0) > 0 }
                guard isMissing, !accounts.isEmpty else { continue }
                let isNamed = if case .named? = scope?.reach { true } else { false }
                add(
                    "no-credit-limit", at: span,
                    isNamed
                        ? "\"\(accounts[0].account.displayName)\" has no credit limit"
                        : "none of these accounts has a credit limit",
                    severity: isNamed ? .error : .warning)
            }
        }
    }

    private func figures(in level: Level) -> [(Figure, Scope?, Range<Int>)] {
        var figures: [(Figure, Scope?, Range<Int>)] = level.quantities.compactMap {
            guard case .figure(let figure, _, let scope) = $0.kind else { return nil }
            return (figure, scope, $0.span)
        }
        if case .its(let figure, let span)? = level.comparison.reference {
            figures.append((figure, level.quantity.scope, span))
        }
        return figures
    }

    /// Looks for amounts in a currency that no account has, and for sums over several currencies.
    mutating func checkCurrencies() {
        for level in comparedLevels {
            if let amount = level.comparison.amount {
                check(amount, on: accounts(of: level.quantity.scope))
            }
            checkTotal(level.quantity, limit: level.comparison.amount)
            checkSides(level)
        }
        for case .change(let change) in rule.body.condition?.leaves ?? [] {
            let amount: Amount? = if case .amount(let own) = change.size { own } else { nil }
            if let amount { check(amount, on: accounts(of: change.quantity.scope)) }
            checkTotal(change.quantity, limit: amount)
        }
        for filters in rule.body.filterLists {
            let accounts = accounts(of: filters.scope)
            for filter in filters {
                switch filter.kind {
                case .amount(_, let amount), .amountAbovePrevious(let amount):
                    check(amount, on: accounts)
                default: break
                }
            }
        }
    }

    /// Every comparison of a figure, now or ahead.
    private var comparedLevels: [Level] {
        (rule.body.condition?.leaves ?? []).compactMap { leaf in
            switch leaf {
            case .level(let level): level
            case .forecast(let forecast):
                Level(
                    quantity: forecast.quantity, comparison: forecast.comparison,
                    span: forecast.span)
            case .change, .health, .reservationAge, .all, .any: nil
            }
        }
    }

    private mutating func check(_ amount: Amount, on accounts: [AccountFacts]) {
        guard let currency = amount.currency, !accounts.isEmpty,
            !accounts.contains(where: { $0.account.currency == currency })
        else { return }
        let own = Set(accounts.map(\.account.currency.code)).sorted()
        add(
            "no-account-in-currency", at: amount.span,
            "none of these accounts is in \(currency.code)", expected: own,
            replacement: own.count == 1 ? "\(amount.number) \(own[0])" : nil)
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

    private mutating func checkSides(_ level: Level) {
        guard case .quantity(let other)? = level.comparison.reference else { return }
        let left = Set(accounts(of: level.quantity.scope).map(\.account.currency))
        let right = Set(accounts(of: other.scope).map(\.account.currency))
        guard left.count == 1, right.count == 1, left != right else { return }
        add(
            "mixed-currency", at: level.comparison.span,
            "one side is in \(left.map(\.code).joined()), the other in "
                + "\(right.map(\.code).joined()); they are never compared", severity: .error)
    }

    private func accounts(of scope: Scope?) -> [AccountFacts] {
        store.accounts(of: AccountSelector(scope))
    }
}
