import Finance
import Foundation

extension StoreCheck {
    /// Reports names of no account, of several accounts, or of an account that has been renamed.
    mutating func checkNames(in scope: Scope) {
        checkOwner(of: scope)
        for name in scope.written {
            let folded = name.folded
            let found = store.accounts.filter { isCalled(folded, $0) }
            let bound = store.bindings[folded].map { ids in
                store.accounts.filter { ids.contains($0.account.id) }
            }
            if let account = bound?.first(where: { !isCalled(folded, $0) }) {
                addRenamed(name, account, isTaken: !found.isEmpty)
            } else if found.count > 1 {
                addAmbiguous(name, found, bound: bound ?? [])
            } else if found.isEmpty, bound?.isEmpty != false {
                addUnknown(name)
            }
        }
    }

    /// Reports a name after `all accounts of` that is neither a group nor a bank.
    private mutating func checkOwner(of scope: Scope) {
        guard let owner = scope.owner, owner.members.isEmpty else { return }
        let banks = store.banks
        guard !banks.contains(where: { MatchText.fold($0) == owner.folded }) else { return }
        let known = banks + groups.accounts.keys.sorted()
        add(
            "unknown-group", at: owner.span,
            "\"\(owner.text)\" is neither a group of accounts nor a bank of the settings",
            severity: .error, expected: known,
            replacement: EditDistance.nearest(to: owner.text, among: known).first
                .map(CanonicalText.quoted))
    }

    private func isCalled(_ folded: String, _ account: AccountFacts) -> Bool {
        store.registry.names(of: account.account).contains(folded)
    }

    private mutating func addUnknown(_ name: TextLiteral) {
        let known = store.accounts.map(\.account.displayName)
        let all = store.accounts.flatMap { account in
            store.registry.names(of: account.account).filter { $0.contains(where: \.isLetter) }
        }
        let folded = EditDistance.nearest(to: name.text, among: Set(all)).first
        let nearest = folded.map { name in known.first { MatchText.fold($0) == name } ?? name }
        add(
            "unknown-account", at: name.span, "there is no account called \"\(name.text)\"",
            severity: .error, expected: known, replacement: nearest.map(CanonicalText.quoted))
    }

    /// Reports a renamed account, which the rule continues to follow (D20).
    private mutating func addRenamed(_ name: TextLiteral, _ account: AccountFacts, isTaken: Bool) {
        let now = account.account.displayName
        let other =
            isTaken ? "; the account that is called \"\(name.text)\" now is another one" : ""
        add(
            "renamed-account", at: name.span,
            "the account that this rule follows is called \"\(now)\" now" + other,
            expected: [now], replacement: CanonicalText.quoted(now))
    }

    /// Reports a name of several accounts.
    ///
    /// A name that was bound while only one account had it still means that account.
    private mutating func addAmbiguous(
        _ name: TextLiteral, _ found: [AccountFacts], bound: [AccountFacts]
    ) {
        let isBound = bound.count == 1
        let follows = isBound ? "; this rule follows \(place(of: bound[0]))" : ""
        add(
            "ambiguous-account", at: name.span,
            "\(found.count) accounts are called \"\(name.text)\"\(follows); give them aliases in "
                + "the settings", severity: isBound ? .warning : .error, expected: found.map(place))
    }

    /// Distinguishes an account from others of the same name, by its number or else its bank.
    private func place(of account: AccountFacts) -> String {
        let account = account.account
        let bank = account.institutionName
        return account.accountNumber.map { "\($0.masked) at \(bank)" } ?? "the one at \(bank)"
    }
}

extension StoreCheck {
    /// Reports conditions that read no account, so that the rule can't fire.
    ///
    /// Unknown names are reported separately.
    mutating func checkReach() {
        let isNameMissing = problems.contains {
            $0.code == "unknown-account" || $0.code == "unknown-group"
        }
        guard !isNameMissing, rule.kind != .health else { return }
        checkExceptions()
        guard !problems.contains(where: { $0.code == "reads-no-account" }) else { return }
        for leaf in rule.body.leaves {
            guard let quantity = leaf.read, case .figure(let figure, _, let scope) = quantity.kind
            else { continue }
            let selector = AccountSelector(scope)
            let read = store.accounts(of: selector).filter {
                selector.reach != .implicit || figure.isMeant(of: $0.account)
            }
            let hasFigure =
                figure != .creditUsed || read.contains { $0.account.liabilityAccount != nil }
            if hasFigure, [.balance, .available].contains(figure),
                read.allSatisfy({ figure.value(of: $0) == nil }), !read.isEmpty
            {
                addNeverGiven(figure, of: read, at: quantity.span)
                continue
            }
            guard read.isEmpty || !hasFigure else { continue }
            add(
                "reads-no-account", at: quantity.span,
                "no account that this reads has such a figure")
        }
    }

    /// Reports a figure that the bank or its files never give, so that no rule on it can be judged.
    private mutating func addNeverGiven(
        _ figure: Figure, of read: [AccountFacts], at span: Range<Int>
    ) {
        let other: Figure = figure == .balance ? .available : .balance
        let hasOther = read.contains { other.value(of: $0) != nil }
        add(
            "figure-not-given", at: span,
            "the bank gives no \(figure.rawValue) of \(list(read.map(\.account.displayName))), "
                + "so this is never judged; "
                + (hasOther
                    ? "it gives \"\(other.rawValue)\""
                    : "rules about transactions work"))
    }

    private mutating func checkExceptions() {
        for scope in rule.body.scopes where !scope.exceptions.isEmpty {
            guard store.accounts(of: AccountSelector(scope)).isEmpty else { continue }
            add("reads-no-account", at: scope.span, "no account is left, so nothing is read")
        }
    }

    /// Reports filters on properties that the bank has given for no transaction.
    mutating func checkClassification() {
        let hasCategories = store.transactions.contains { $0.merchantCategoryCode != nil }
        let hasTypes = store.transactions.contains { $0.transactionType != .unknown }
        for filter in rule.body.filters {
            let missing: String
            switch filter.kind {
            case .inCategory(let list) where !hasCategories && !list.areByTexts:
                missing = "category"
            case .ofType(let type) where !hasTypes && type != .unknown: missing = "type"
            default: continue
            }
            add(
                "matched-nothing", at: filter.span,
                "the bank has given no transaction a \(missing) so far")
        }
    }
}

extension StoreCheck {
    /// Reports kinds of transactions that no stored row has where the bank gives few rows a kind.
    ///
    /// Such a rule never fires, and one that waits for a salary fires every month.
    mutating func checkKinds() {
        for (noun, filters, span) in kindsRead {
            let read = store.accounts(of: AccountSelector(filters)).map(\.account)
            let ids = Set(read.map(\.id))
            let rows = store.transactions.filter { ids.contains($0.accountID) }
            let unknown = rows.count { $0.transactionType == .unknown }
            let kinds = TransactionKinds(noun)
            guard unknown * 2 > rows.count, !rows.contains(where: kinds.contains) else { continue }
            let other = kinds.isDisjoint(with: .outgoing) ? "credit" : "debit"
            add(
                "kind-not-given", at: span,
                "no stored transaction of \(list(read.map(\.displayName))) is known as "
                    + "\"\(noun.rawValue)\", and of most the bank does not say the kind; write "
                    + "\"\(other)\" with a text, such as \"\(other) containing 'TEXT'\"")
        }
    }

    /// The kinds that only the bank's classification can show, with the filters beside them.
    private var kindsRead: [(noun: Noun, filters: [Filter], span: Range<Int>)] {
        var found: [(noun: Noun, filters: [Filter], span: Range<Int>)] =
            switch rule.body {
            case .event(let event):
                event.parts.compactMap { part in
                    part.trigger.noun.map { ($0, part.filters, part.span) }
                }
            case .absence(let absence) where !absence.isOfSubscription:
                [(absence.noun, absence.filters, absence.span)]
            case .repetition(let repetition):
                [(repetition.noun, repetition.filters, repetition.span)]
            case .absence, .summary, .condition: []
            }
        for sum in rule.body.quantities.compactMap(\.aggregate) {
            if let noun = sum.measure.noun { found.append((noun, sum.filters, sum.span)) }
        }
        return found.filter { ![.debit, .credit, .transaction, .transfer].contains($0.noun) }
    }

    /// At most three names in quotation marks.
    private func list(_ names: [String]) -> String {
        let quoted = names.map { "\"\($0)\"" }.sorted()
        let more = quoted.count > 3 ? " and \(quoted.count - 3) more" : ""
        return quoted.prefix(3).joined(separator: ", ") + more
    }
}

extension Condition {
    /// The quantity that a condition without `and` and `or` reads.
    fileprivate var read: Quantity? {
        if case .change(let change) = self { change.quantity } else { compared?.quantity }
    }
}
