import Finance

extension ParseAttempt {
    /// The readings of an everyday sentence by the possible directions of the money.
    ///
    /// A payment from a person may be incoming money or a bill. A salary that is only called `paid`
    /// may be any incoming money. Standard words, and their Norwegian forms with a name in
    /// quotation marks, are unambiguous (RL-70).
    func directions(_ sentence: Sentence) -> [Sentence] {
        let senders = sentence.body.ownFilters.flatMap(\.kind.senders)
            .filter { !groups.isAccount($0) }
        guard sentence.isReworded, !senders.isEmpty else { return [sentence] }
        let isPaid = parser.tokens.contains { ["paid", "betalt"].contains($0.folded) }
        let isNamed = parser.tokens.contains { Self.salaries.contains($0.folded) }
        if isPaid, !isNamed, let income = sentence.with(.credit, for: .salary) { return [income] }
        let isStandard =
            parser.tokens.first?.isStandardStart == true
            && senders.allSatisfy { Self.quotes.contains(scalars[$0.span.lowerBound]) }
        let paysOnly = senders.allSatisfy { Names.paysOnly($0.text) }
        let isPerson = senders.contains { !Names.isMerchant($0.text) }
        // A bill is paid to the person who sends it.
        let invoices = EverydayWords.list(.invoices)
        guard !isStandard, isPerson || paysOnly,
            !parser.tokens.contains(where: { invoices.contains($0.folded) }),
            let income = sentence.with(.credit, for: .payment)
        else { return [sentence] }
        return paysOnly ? [income] : [sentence, income]
    }

    private static let quotes: Set<Unicode.Scalar> = [
        "'", "\"", "\u{201C}", "\u{201D}", "«", "‘", "’",
    ]

    private static let salaries: Set = [
        "salary", "wage", "wages", "pay", "paycheck", "paycheque", "lønn", "lønna", "lønnen",
        "lønning", "lønningen",
    ]
}

extension Token {
    /// Whether the token can begin a standard Norwegian sentence about transactions.
    fileprivate var isStandardStart: Bool {
        if case .number = kind { return true }
        return ["ny", "ingen"].contains(folded)
    }
}

extension Sentence {
    /// The sentence with `noun` in place of `other`; `nil` if it is not about `other`.
    fileprivate func with(_ noun: Noun, for other: Noun) -> Sentence? {
        let changed: Body
        switch body {
        case .event(let event):
            guard case .new(let stage, other) = event.trigger else { return nil }
            changed = .event(
                Event(
                    trigger: .new(stage, noun), filters: event.filters,
                    condition: event.condition, span: event.span, others: event.others))
        case .absence(let absence) where absence.noun == other:
            changed = .absence(
                Absence(
                    noun: noun, filters: absence.filters, deadline: absence.deadline,
                    span: absence.span, condition: absence.condition))
        default: return nil
        }
        return Sentence(body: changed, clauses: clauses, text: text, isReworded: true)
    }
}
