import Finance

/// Takes the kind of transactions and their filters from parts.
extension PartComposer {
    func noun(_ parts: inout SentenceParts) -> Noun? {
        let flow = parts.take(\.flow)
        if let income = parts.take(\.income) { return credit(income, flow, &parts) }
        guard let noun = parts.take(\.noun) else {
            if let flow { return movesBetweenAccounts(parts) ? .transfer : flow.noun }
            if parts.bill != nil { return .debit }
            return parts.category == nil ? nil : .purchase
        }
        if let flow, noun == .transfer, flow != .buying { return transfer(flow, &parts) }
        switch flow {
        case .into where noun == .payment: return .credit
        case .into where noun == .interest:
            parts.filters.append(Filter(kind: .ofType(.interest), span: span))
            return .credit
        case .out where noun == .interest, .paying where noun == .interest: return nil
        case .out where noun.isIncome, .paying where noun == .credit || noun == .refund: return nil
        case .into where noun.isOutgoing: return nil
        case .buying where noun != .purchase && noun != .transaction: return nil
        default: break
        }
        // A fee at a merchant is not a fee of the bank.
        if noun == .fee, flow != nil, parts.filters.contains(where: \.kind.isAt) { return .debit }
        return noun == .transaction ? flow?.noun ?? noun : noun
    }

    /// Whether the parts are about spending at a merchant, which has no balance: `Uber over 200`.
    func isSpentAtMerchant(_ parts: SentenceParts) -> Bool {
        !parts.limits.isEmpty && parts.limits.allSatisfy { !$0.relation.isUpperBound }
            && parts.filters.map(\.kind).contains { kind in
                kind.isAt && kind.shops.allSatisfy { Names.isMerchant($0.text) }
            }
    }

    /// Makes a filter for a kind of income that the bank's text names, also with the name of the
    /// payer.
    private func credit(
        _ income: TextLiteral, _ flow: SentenceParts.Flow?, _ parts: inout SentenceParts
    ) -> Noun? {
        guard parts.noun ?? .credit == .credit, flow ?? .into == .into else { return nil }
        parts.noun = nil
        parts.filters.append(Filter(kind: .containing([income]), span: income.span))
        return .credit
    }

    /// Makes a filter for transfers in one direction, unless both sides of the transfer are named.
    private func transfer(_ flow: SentenceParts.Flow, _ parts: inout SentenceParts) -> Noun {
        guard !movesBetweenAccounts(parts) else { return .transfer }
        parts.filters.append(Filter(kind: .ofType(.transfer), span: span))
        return flow.noun
    }

    private func movesBetweenAccounts(_ parts: SentenceParts) -> Bool {
        let sides = parts.filters.flatMap(\.kind.sides)
        return sides.count == 2 && sides.allSatisfy { Names.isAccount($0.text) }
    }

    /// Takes the filters, accounts and amounts that restrict transactions.
    func filters(_ parts: inout SentenceParts, of noun: Noun = .debit) -> [Filter] {
        var filters = parts.filters.map { ownSide($0, of: noun) }
        parts.filters = []
        if let scope = parts.take(\.scope) {
            filters.append(Filter(kind: .on(scope), span: scope.span))
        }
        if let category = parts.take(\.category) { filters.append(category) }
        // The bank's text of a bill from Hafslund names Hafslund, seldom electricity.
        if let bill = parts.take(\.bill), !filters.contains(where: \.kind.isOfMerchant) {
            filters.append(Filter(kind: .containing([bill]), span: bill.span))
        }
        var others: [Comparison] = []
        for limit in parts.limits {
            guard case .amount(let amount) = limit.operand else {
                others.append(limit)
                continue
            }
            filters.append(Filter(kind: .amount(limit.relation, amount), span: limit.span))
        }
        parts.limits = others
        if others.isEmpty { parts.isLinked = nil }
        return filters
    }

    /// The filter as an `on` filter if it names the own side of a payment (RL-70).
    ///
    /// For outgoing money, that is `from` an account; for incoming money, it is `to` an account.
    private func ownSide(_ filter: Filter, of noun: Noun) -> Filter {
        guard noun != .transfer, noun != .transaction else { return filter }
        let names: [TextLiteral]
        switch filter.kind {
        case .from(let found) where !noun.isIncome: names = found
        case .to(let found) where noun.isIncome || noun == .fee || noun == .purchase: names = found
        default: return filter
        }
        guard names.count == 1, Names.isAccount(names[0].text) else { return filter }
        let scope = Scope(reach: .named(names[0]), span: names[0].span)
        return Filter(kind: .on(scope), span: filter.span)
    }
}

extension Filter.Kind {
    /// Whether it names a well-known merchant as the other side.
    fileprivate var isOfMerchant: Bool {
        (shops + senders + receivers).contains { Names.isMerchant($0.text) }
    }
}

extension SentenceParts {
    /// Whether no part restricts the transactions.
    var isOfEverything: Bool {
        scope == nil && category == nil && bill == nil && limits.isEmpty && filters.isEmpty
    }
}

extension SentenceParts.Flow {
    fileprivate var noun: Noun {
        switch self {
        case .out, .paying: .debit
        case .into: .credit
        case .buying: .purchase
        }
    }
}

extension Noun {
    var isIncome: Bool { [.credit, .refund, .salary, .interest].contains(self) }

    fileprivate var isOutgoing: Bool { [.debit, .purchase, .fee, .withdrawal].contains(self) }
}
