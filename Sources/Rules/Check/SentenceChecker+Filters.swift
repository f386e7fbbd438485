import Finance

extension SentenceChecker {
    /// Reports negative amounts that no figure or transaction can have (RL-62).
    mutating func checkSigns() {
        for leaf in sentence.body.leaves {
            if let (quantity, comparison) = leaf.compared { checkSign(comparison, of: quantity) }
            if case .change(let change) = leaf, let amount = change.size.amount {
                checkSign(amount, "a move has no sign: it \"dropped\" or it \"rose\"")
            }
        }
        for comparison in sentence.clauses.compactMap(\.recovery) {
            if let recovering { checkSign(comparison, of: recovering.quantity) }
        }
        for amount in sentence.body.filters.compactMap(\.amount) {
            checkSign(
                amount, "amounts of transactions have no sign: a debit is money out by itself")
        }
    }

    private mutating func checkSign(_ comparison: Comparison, of quantity: Quantity) {
        guard let amount = comparison.amount, let reason = quantity.whyNeverNegative else { return }
        checkSign(amount, reason)
    }

    private mutating func checkSign(_ amount: Amount, _ reason: String) {
        guard amount.isNegative else { return }
        add("negative-amount", at: amount.span, reason, expected: ["an amount without a sign"])
    }

    /// Reports filters that no transaction can match, alone or together (RL-66).
    mutating func checkFilters() {
        let body = sentence.body
        for (noun, filters) in body.selections {
            checkFilters(TransactionKinds(noun), filters)
        }
        for aggregate in body.quantities.compactMap(\.aggregate) {
            checkFilters(aggregate.measure.kinds, aggregate.filters)
        }
    }

    private mutating func checkFilters(_ kinds: TransactionKinds, _ filters: [Filter]) {
        var kinds = kinds
        for (place, filter) in filters.enumerated() {
            switch filter.kind {
            case .ofType(let type): kinds.formIntersection(.type(type))
            case .except(.ofType(let type)): kinds.subtract(.type(type))
            case .except(.on(let scope)) where !scope.isNamed || !scope.exceptions.isEmpty:
                add(
                    "wrong-scope", at: filter.span, "\"except on\" leaves out accounts by name",
                    expected: ["except on 'the name of an account'"])
            case .amount(.under, let amount) where amount.number.digits == 0:
                add("never-matches", at: filter.span, "no amount is under zero")
            default: break
            }
            if kinds.isEmpty {
                add("never-matches", at: filter.span, "no such transaction is of this type")
                return
            }
            let others = filters.enumerated().filter { $0.offset != place }.map(\.element.kind)
            guard others.contains(where: { filter.kind.contradicts($0) }) else { continue }
            add(
                "contradiction", at: filter.span,
                "this contradicts another part of the sentence")
        }
    }
}

extension Filter.Kind {
    /// Whether nothing matches both filters, and this one should be marked.
    fileprivate func contradicts(_ other: Filter.Kind) -> Bool {
        switch (self, other) {
        case (.except(let excluded), _): excluded.includes(other)
        case (.at(let own), .at(let texts)): own.isBehindOthers(than: texts)
        case (.inCategory(let own), .inCategory(let list)): own.isBehindOthers(than: list)
        case (.inCurrency(let own), .inCurrency(let currency)): own.code > currency.code
        default: false
        }
    }

    /// Whether the filter matches everything that another filter matches.
    private func includes(_ other: Filter.Kind) -> Bool {
        switch (self, other) {
        case (.at(let own), .at(let texts)), (.from(let own), .from(let texts)),
            (.to(let own), .to(let texts)):
            texts.flatMap(\.meant).allSatisfy { text in
                own.flatMap(\.meant).contains { $0.includes(text) }
            }
        case (.containing(let own), .containing(let texts)):
            texts.allSatisfy { text in own.contains { text.folded.contains($0.folded) } }
        case (.inCategory(let own), .inCategory(let list)):
            list.allSatisfy { category in own.contains { $0.includes(category) } }
        case (.on(let own), .on(let scope)):
            scope.isNamed && Set(scope.terms).isSubset(of: own.terms)
        case (.inForeignCurrency, .inForeignCurrency): true
        case (.inCurrency(let own), .inCurrency(let currency)): own == currency
        default: false
        }
    }
}

extension TextLiteral {
    /// Whether the pattern matches all that another pattern matches, as far as is easy to decide.
    fileprivate func includes(_ other: TextLiteral) -> Bool {
        folded == other.folded || !text.contains("?") && TextPattern(glob: text).matches(other.text)
    }
}

extension [TextLiteral] {
    /// Whether the names follow other names and differ from all of them, so that nothing has both.
    fileprivate func isBehindOthers(than names: [TextLiteral]) -> Bool {
        guard let start = first?.span.lowerBound, let other = names.first?.span.lowerBound,
            start > other
        else { return false }
        let (mine, theirs) = (flatMap(\.meant), names.flatMap(\.meant))
        return (mine + theirs).allSatisfy { !$0.text.contains { "*?".contains($0) } }
            && Set(mine.map(\.folded)).isDisjoint(with: theirs.map(\.folded))
    }
}

extension [Category] {
    /// Whether the categories follow other categories and have no code in common with them.
    ///
    /// Own categories that recognize texts may have anything in common with others.
    fileprivate func isBehindOthers(than list: [Category]) -> Bool {
        guard let start = first?.span.lowerBound, let other = list.first?.span.lowerBound,
            start > other, !(self + list).contains(where: { $0.own?.isByTexts == true })
        else { return false }
        return !(0...9_999 as ClosedRange<Int16>).lazy.compactMap(
            MerchantCategoryCode.init(rawValue:)
        )
        .contains { code in
            contains { $0.contains(code) } && list.contains { $0.contains(code) }
        }
    }
}

extension Category {
    fileprivate func includes(_ other: Category) -> Bool {
        switch (kind, other.kind) {
        case (.group(let group), .code(let code)): group.contains(code)
        default: kind == other.kind
        }
    }
}

extension Aggregate.Measure {
    /// The kinds of transactions that the measure covers.
    var kinds: TransactionKinds {
        switch self {
        case .spending: .spending.union(.refunds)
        case .income: .income
        case .count(let noun), .largest(let noun): TransactionKinds(noun)
        }
    }
}

extension Quantity {
    /// Why a negative limit makes no sense; `nil` if the quantity can be negative.
    fileprivate var whyNeverNegative: String? {
        switch kind {
        case .figure(.balance, _, _), .figure(.available, _, _), .former: nil
        case .figure(.creditLimit, _, _): "a credit limit is never below zero"
        case .figure(.creditUsed, _, _): "what is owed is a figure without a sign"
        case .upcomingPayments: "payments are added without a sign"
        case .aggregate(let aggregate), .pace(let aggregate):
            switch aggregate.measure {
            case .spending, .largest: "a sum of money out has no sign: \"over 500\" is 500 spent"
            case .income: "income is never below zero"
            case .count: "a count is never below zero"
            }
        }
    }
}
