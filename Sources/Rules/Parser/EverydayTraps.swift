import Finance

/// Readings of everyday words that can't be their meaning, although the grammar allows them
/// (RL-66).
///
/// The person who wrote a sentence sees that it is refused, but not that a rule means something
/// else.
struct EverydayTraps {
    private let wording: Wording
    let groups: NamedGroups

    init(_ wording: Wording, _ groups: NamedGroups) {
        self.wording = wording
        self.groups = groups
    }

    /// The tokens of the person's words.
    var cut: [Token] { wording.cut }
    var reworded: [Token] { wording.reworded }
    var language: WordTable { wording.language }

    /// Whether a reading can't be the meaning of the words.
    func rulesOut(_ sentence: Sentence) -> Bool {
        sentence.isOfMerchantBalance || sentence.isBoughtAtAccount || sentence.isOfCardDebt
            || isAboutArrivingBill(sentence.body) || isAboutMovement(sentence.body)
            || isAboutBillOfCard(sentence) || isAboutLateSalary(sentence)
            || isAboutWhatIsLeft(sentence.body) || isAboutRise(sentence.body)
            || isAboutBudget(sentence.body) || sentence.isBetweenMerchantAndSender
            || isAboutOtherSide(sentence.body) || isAboutBalanceAfter(sentence.body)
            || isAboutDebt(sentence.body) || isAboutLatePayment(sentence.body)
            || isAboutOthersAccount(sentence.body) || isNonsense(sentence.body)
            || isAboutAccountOfBills(sentence.body)
            || misreads(sentence) || turnsVerb(sentence) || misplaces(sentence)
            || sentence.clauses.contains { isAboutEvents($0, of: sentence.body) }
    }

    /// Whether the sentence is about an arriving bill, or a payment between other people.
    ///
    /// It is in `rent has arrived`, but not in `rent received from Ola`.
    private func isAboutArrivingBill(_ body: Body) -> Bool {
        let isFromSender = !body.ownFilters.flatMap(\.kind.senders).isEmpty
        return cut.contains { token in
            language[.invoices].contains(token.folded) || !isFromSender && isBill(token.folded)
        }
            && (isNewInvoice
                || cut.contains { token in
                    language[.into].contains(token.folded)
                        || ["comes", "come", "came", "coming"].contains(token.folded)
                })
    }

    /// Whether an account with the name of bills may be meant: `Regninger under 4000`.
    func isAboutAccountOfBills(_ body: Body) -> Bool {
        guard case .event = body, ["Regninger", "Bills"].contains(cut[0].text) else { return false }
        return cut.dropFirst().first?.folded == "under"
    }

    /// Whether the sentence is about an invoice that arrives, not one that is paid: `new invoice`.
    private var isNewInvoice: Bool {
        isAt(
            ["new", "ny", "nye"],
            before: ["invoice", "invoices", "faktura", "fakturaer", "efaktura"])
    }

    /// Whether one of some words directly precedes one of other words.
    func isAt(_ words: Set<String>, before others: Set<String>) -> Bool {
        isAt(words) { others.contains($0.folded) }
    }

    func isAt(_ words: Set<String>, before isNext: (Token) -> Bool) -> Bool {
        zip(cut, cut.dropFirst()).contains { words.contains($0.folded) && isNext($1) }
    }

    func has(_ words: String...) -> Bool { cut.contains { words.contains($0.folded) } }

    /// Whether the sentence is about the other side of a payment.
    ///
    /// Examples: `salary paid to Kari`, `money was sent from Kari`, `rent from Kari`,
    /// `money from Brukskonto`.
    private func isAboutOtherSide(_ body: Body) -> Bool {
        let noun = body.awaitedNoun
        for filter in body.ownFilters {
            switch filter.kind {
            case .to(let names) where noun == .salary:
                if !names.allSatisfy({ Names.isAccount($0.text) }) { return true }
            case .from(let names):
                if noun?.isIncome == false,
                    isAt(["sent", "paid", "sendt", "betalt"], before: ["from", "fra"])
                        || cut.contains(where: { Self.rents.contains($0.folded) })
                {
                    return true
                }
                if noun == .credit,
                    has("money", "penger", "payout", "payouts", "utbetaling", "utbetalingen"),
                    names.contains(where: { Names.isAccount($0.text) })
                {
                    return true
                }
            default: continue
            }
        }
        return noun == .salary && cut.contains { ["sent", "sendt"].contains($0.folded) }
    }

    /// Whether the sentence is about the balance after a transaction.
    ///
    /// Examples: `purchase leaves less than 500`, `purchase takes Brukskonto below 500`.
    private func isAboutBalanceAfter(_ body: Body) -> Bool {
        guard case .event = body else { return false }
        let isUnder = body.ownFilters.contains {
            if case .amount(let relation, _) = $0.kind { relation.isUpperBound } else { false }
        }
        if isUnder, has("leaves", "leave", "leaving", "takes", "take") { return true }
        return isAt(
            ["leaves", "leave", "leaving"],
            before: ["less", "under", "below", "more", "over", "above", "at"])
    }

    /// Whether used or remaining credit is taken for a transaction: `Kredittkort used over 5000`.
    private func isAboutDebt(_ body: Body) -> Bool {
        guard case .event = body,
            body.ownFilters.flatMap(\.kind.accountNames).contains(where: Names.isCard),
            body.ownFilters.contains(where: \.kind.isLimit),
            !body.ownFilters.contains(where: \.kind.isAt)
        else { return false }
        return cut.contains { ["used", "brukt"].contains($0.folded) }
            || isAt(["credit", "kreditt"], before: ["under", "below", "left"])
    }

    /// Whether a late payment is taken for one that did not come recently:
    /// `bill overdue by 3 days`.
    private func isAboutLatePayment(_ body: Body) -> Bool {
        guard case .absence(let absence) = body, case .last = absence.deadline else { return false }
        return cut.contains {
            ["overdue", "late", "unpaid", "forsinket", "forfalt", "ubetalt"].contains($0.folded)
        }
    }

    private func isBill(_ word: String) -> Bool {
        language[.bills].contains(word) || Self.rents.contains(word)
    }

    /// Words for money that some people pay and others receive.
    static let rents: Set = [
        "rent", "husleie", "husleien", "husleia", "leie", "leia", "leien",
    ]

    /// Whether money that moves is taken for a balance, or incoming money for outgoing money.
    ///
    /// Examples: `checking gets over 500`, `Sparekonto får nå over 500`, `savings in over 500`.
    func isAboutMovement(_ body: Body) -> Bool {
        guard !has("balance", "available", "saldo", "saldoen", "disponibelt") else { return false }
        let more: Set = ["over", "above", "more", "mer"]
        let less: Set = ["less", "mindre", "minst", "least"]
        let moved: Set = [
            "charged", "debited", "credited", "paid", "betalt", "belastet", "trukket",
        ]
        let getting: Set = ["gets", "get", "getting", "får", "fått"]
        let isArriving = isAt(["in", "inn"], before: more)
        switch body {
        case .condition:
            let isOfSums = body.leaves.allSatisfy { $0.compared?.quantity.aggregate != nil }
            let isMoved =
                isOfSums
                ? isAt(moved.union(getting), before: more.union(less))
                : isSoonBefore(moved.union(getting), more.union(less))
            return isArriving || isMoved || isAt(moved, before: ["under", "below"])
        case .event(let event) where event.trigger.noun?.isIncome == false: return isArriving
        default: return false
        }
    }

    /// Whether a bill for a card is taken for a bill that is paid by the card.
    private func isAboutBillOfCard(_ sentence: Sentence) -> Bool {
        guard cut.contains(where: { language[.invoices].contains($0.folded) }) else { return false }
        let names: [String]
        switch sentence.body {
        case .event(let event): names = event.parts.flatMap(\.filters).flatMap(\.kind.accountNames)
        case .condition: names = sentence.body.scopes.flatMap(\.names).map(\.text)
        default: return false
        }
        return names.contains { Names.isCard($0) || $0.lowercased() == "visa" }
    }

    /// Whether a monthly salary is expected every few days: `salary is late for 3 days`.
    private func isAboutLateSalary(_ sentence: Sentence) -> Bool {
        guard case .absence(let absence) = sentence.body, absence.noun == .salary,
            case .last(let length) = absence.deadline
        else { return false }
        return length.value.count < 28 && length.value.unit == .day
    }

    /// Whether the remaining amount is not that of an account's money: `groceries left under 500`.
    private func isAboutWhatIsLeft(_ body: Body) -> Bool {
        if case .event = body,
            isAt(["to"], before: ["spend"]) || isAt(["å"], before: ["bruke", "handle"])
        {
            return true
        }
        if let leaf = body.leaves.first?.compared, leaf.quantity.aggregate == nil { return false }
        let ends = ["under", "over", "below", "above", "less", "more", "this", "denne", "mindre"]
        return cut.indices.dropLast().contains { place in
            ["left", "remaining", "igjen", "gone"].contains(cut[place].folded)
                && (cut[place + 1].kind == .end || ends.contains(cut[place + 1].folded))
        }
    }

    /// Whether a price went up or down, which an event does not notice: `rent went up`.
    private func isAboutRise(_ body: Body) -> Bool {
        guard case .event(let event) = body, !body.ownFilters.contains(where: \.kind.isRise) else {
            return false
        }
        if case .subscriptionRose = event.trigger { return false }
        let verbs = ["went", "gone", "go", "goes", "is", "are", "gikk", "går", "gått", "er"]
        let ways = ["up", "down", "opp", "ned", "nede", "oppe"]
        return zip(cut, cut.dropFirst()).contains {
            verbs.contains($0.folded) && ways.contains($1.folded)
        } || isAt(language[.rising], before: ["over", "above"])
    }

    /// Whether the words make no sense together, or a name is missing.
    ///
    /// Examples: `rent not you`, `missing more than`, `my sent card`, `received purchase`,
    /// `Brukskonto has cash`, `purchase at`.
    private func isNonsense(_ body: Body) -> Bool {
        let bought: Set = [
            "purchase", "purchases", "withdrawal", "debit", "fee", "kjøp", "uttak", "gebyr",
            "utgift",
        ]
        let places: Set = ["at", "from", "to", "of", "på", "hos", "til", "av"]
        let askers: Set = ["me", "us", "meg", "oss", "det", "med", "look", "going"]
        let (last, before) = (cut.dropLast().last, cut.dropLast(2).last)
        let isLow = isAt(["low", "lav"], before: ["balance", "saldo"])
        let isHigh = isAt(["too", "for"], before: ["much", "mye"])
        let isTurned = body.leaves.compactMap(\.comparison).contains {
            $0.relation.isUpperBound ? isHigh : isLow
        }
        return isTurned
            || isAt(["not"], before: ["i", "we", "you", "he", "she", "they", "me", "us", "it"])
            || isAt(["missing"], before: ["more", "over", "above", "less", "under", "below"])
            || isAt(["sent", "received", "sendt", "mottatt"], before: ["card", "kort", "kortet"])
            || isAt(["received", "mottatt"], before: bought)
            || body.awaitedNoun == .withdrawal
                && isAt(["has", "have", "har"], before: ["cash", "kontanter"])
            || places.contains(last?.folded ?? "") && !askers.contains(before?.folded ?? "")
    }

    /// Whether a limit should be kept, so that exceeding it matters: `max 500 a day on food`.
    func isAboutBudget(_ body: Body) -> Bool {
        let isKept = body.leaves.contains { leaf in
            leaf.compared?.quantity.aggregate != nil && leaf.comparison?.relation == .atMost
        }
        return isKept
            && !cut.contains { ["is", "are", "was", "er", "var", "stays"].contains($0.folded) }
    }

    /// Whether another person's money is confused with an own account.
    ///
    /// Examples: `Kari gets more than 500`, `Kari and Ola pay me`.
    private func isAboutOthersAccount(_ body: Body) -> Bool {
        (has("gets", "get", "får")
            || isAt(language[.paying].union(["send"]), before: ["me", "us", "meg", "oss"]))
            && body.ownFilters.flatMap(\.kind.accountNames).contains { !Names.isAccount($0) }
    }

    /// Whether a clause on notifications describes the event instead.
    ///
    /// Examples: `purchases on weekends`, `Netflix charges me twice a month`.
    private func isAboutEvents(_ clause: Clause, of body: Body) -> Bool {
        if case .condition = body { return false }
        let words = cut.filter { clause.span.contains($0.span.lowerBound) }.map(\.folded)
        let verbs: [WordLists.List] = [.out, .into, .buying, .paying]
        let isVerb = { (token: Token) in verbs.contains { language[$0].contains(token.folded) } }
        var earlier = cut.filter { $0.span.upperBound <= clause.span.lowerBound }
        // In `between 3 and 5 purchases`, the numbers are not hours.
        if earlier.isEmpty, case .between = clause.kind,
            let next = cut.first(where: { $0.span.lowerBound >= clause.span.upperBound })
        {
            return next.text != "," && !EverydayWords.list(.asking).contains(next.folded)
                && !EverydayWords.list(.when).contains(next.folded)
        }
        // `me` is skipped in `charges me once a month`, but not in `tell me once a month`.
        if earlier.suffix(2).first.map(isVerb) == true, isPerson(earlier.last) {
            earlier.removeLast()
        }
        guard let before = earlier.last, before.text != ",", !["but", "men"].contains(words.first),
            EverydayWords.list(.told).isDisjoint(with: words + [before.folded])
        else { return false }
        switch clause.kind {
        // After `new`, the words are those of the grammar, where they restrict notifications
        // (RL-34).
        case .between, .onlyOn:
            return !cut.contains { ["new", "ny", "nytt", "nye"].contains($0.folded) }
        case .limit: return cut.contains(where: isVerb)
        case .hold, .until, .remind: return false
        }
    }

    private func isPerson(_ token: Token?) -> Bool {
        ["me", "us", "meg", "oss"].contains(token?.folded)
    }
}

extension Sentence {
    /// Whether the balance is that of a merchant or company: `KIWI over 500`, `Acme AS over 500`.
    fileprivate var isOfMerchantBalance: Bool {
        levels.contains { level in
            level.quantity.scope?.names.contains { name in
                Names.isMerchant(name.text)
                    || [" AS", " ASA", " Ltd"].contains(where: name.text.hasSuffix)
            } == true
        }
    }

    /// Whether the balance of a card is compared like money, although debts are below 0.
    fileprivate var isOfCardDebt: Bool {
        levels.contains { level in
            guard case .figure(.balance, _, let scope?) = level.quantity.kind,
                scope.names.contains(where: {
                    Names.isCard($0.text) && !scope.exceptions.contains($0)
                }),
                case .amount(let amount) = level.comparison.operand
            else { return false }
            return !amount.isNegative
        }
    }

    /// Whether an own account is taken for a merchant: `Felles charges me`.
    fileprivate var isBoughtAtAccount: Bool {
        body.filters.flatMap(\.kind.shops).contains { Names.isOwn($0.text) }
    }

    /// Whether money from a person is taken for a purchase at a payment service: `vipps from Kari`.
    fileprivate var isBetweenMerchantAndSender: Bool {
        let kinds = body.ownFilters.map(\.kind)
        return kinds.contains(where: \.isAt) && !kinds.flatMap(\.senders).isEmpty
    }

    private var levels: [(quantity: Quantity, comparison: Comparison)] {
        guard case .condition(let condition) = body else { return [] }
        return condition.leaves.compactMap { $0.compared }
    }
}

extension Body {
    /// The kind of transactions that an event or an absence is about.
    fileprivate var awaitedNoun: Noun? {
        switch self {
        case .event(let event): event.trigger.noun
        case .absence(let absence): absence.noun
        default: nil
        }
    }
}

extension Filter.Kind {
    var isLimit: Bool {
        if case .amount = self { true } else { false }
    }

    fileprivate var isRise: Bool {
        switch self {
        case .percentAbovePrevious, .amountAbovePrevious: true
        default: false
        }
    }

    var accountNames: [String] {
        guard case .on(let scope) = self else { return [] }
        return scope.names.map(\.text)
    }
}
