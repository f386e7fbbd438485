import Finance

/// Readings that words about sums, and limits of single amounts, rule out.
extension EverydayTraps {
    /// Whether a reading confuses a sum, a limit or a person with another.
    func mistakes(_ body: Body) -> Bool {
        isRiseOfSum(body) || isOfForeignAmount(body) || isOfEach(body) || isOfPast(body)
            || isKnownAtEnd(body) || isOfOthers(body) || isOfOtherFigure(body)
            || isExceptedOrNot(body) || isSpentOut(body)
    }

    /// Whether the change of a sum is confused with its size.
    ///
    /// It is in `spending is up more than 500 this month`, but not in
    /// `purchases that add up to over 500`.
    private func isRiseOfSum(_ body: Body) -> Bool {
        let isSum = body.leaves.contains {
            $0.compared?.quantity.aggregate != nil && $0.comparison?.amount != nil
        }
        let verbs: Set = [
            "add", "adds", "added", "come", "comes", "end", "ends", "ended", "rack", "racked",
            "run", "show", "shows", "showed", "sum", "sums", "turn", "turns", "turned", "used",
            "brukt", "eaten", "spist",
        ]
        return isSum
            && cut.indices.dropLast().contains { place in
                ["up", "down", "opp", "ned"].contains(cut[place].folded)
                    && cut[place + 1].folded != "to"
                    && (place == 0 || !verbs.contains(cut[place - 1].folded))
            }
    }

    /// Whether `out` behind a word for spending is lost: `spending out over 500`.
    private func isSpentOut(_ body: Body) -> Bool {
        let spent: Set = [
            "spending", "spend", "spends", "spent", "forbruk", "forbruket", "bruker", "brukt",
        ]
        return isAt(spent, before: ["out", "ut"])
            && body.leaves.contains { $0.compared?.quantity.aggregate != nil }
    }

    /// Whether an amount may be in the named currency, although a limit is in the account's.
    ///
    /// An example is `purchase in euros above 50`. A currency code does not count, because in the
    /// grammar its limits are in the account's currency.
    private func isOfForeignAmount(_ body: Body) -> Bool {
        func asks(_ filters: [Filter]) -> Bool {
            filters.contains { filter in
                guard case .inCurrency(let currency) = filter.kind else { return false }
                return !cut.contains { $0.text == currency.code && $0.span.count == 3 }
            }
        }
        let isOfSum = body.leaves.compactMap(\.compared).contains { quantity, comparison in
            guard let aggregate = quantity.aggregate, asks(aggregate.filters) else { return false }
            if case .count = aggregate.measure { return false }
            return comparison.amount.map { $0.currency == nil } ?? false
        }
        return isOfSum
            || body.filterLists.contains { filters in
                asks(filters) && filters.contains { $0.kind.isLimit && $0.amount?.currency == nil }
            }
    }

    /// A reading that is ruled out and another one, if either may be meant.
    ///
    /// `Brukskonto gets over 500` may be about its balance or about money that comes in,
    /// `no more than 500 spent today` about a limit that is kept or exceeded, and
    /// `Regninger under 4000` about an account or about bills.
    func bothReadings(of sentence: Sentence) -> [Sentence] {
        guard let other = other(sentence.body) else { return [] }
        return [
            sentence,
            Sentence(
                body: other, clauses: sentence.clauses, text: sentence.text, isReworded: true),
        ]
    }

    private func other(_ body: Body) -> Body? {
        switch body {
        case .event(let event): balanceOfBills(instead: event)
        case .condition(.level(let level)): exceeded(level) ?? moneyIn(instead: level)
        default: nil
        }
    }

    private func balanceOfBills(instead event: Event) -> Body? {
        guard isAboutAccountOfBills(.event(event)), event.filters.count == 1,
            case .amount(let relation, let amount) = event.filters[0].kind
        else { return nil }
        let name = TextLiteral(text: cut[0].text, span: cut[0].span)
        let scope = Scope(reach: .named(name), span: name.span)
        let limit = Comparison(
            relation: relation, operand: .amount(amount), span: event.filters[0].span)
        let kind = Quantity.Kind.figure(.balance, isTotal: false, scope: scope)
        return .condition(
            .level(
                Level(
                    quantity: Quantity(kind: kind, span: name.span), comparison: limit,
                    span: event.span)))
    }

    private func exceeded(_ level: Level) -> Body? {
        guard isAboutBudget(.condition(.level(level))) else { return nil }
        let limit = Comparison(
            relation: .over, operand: level.comparison.operand, span: level.comparison.span)
        return .condition(
            .level(Level(quantity: level.quantity, comparison: limit, span: level.span)))
    }

    private func moneyIn(instead level: Level) -> Body? {
        let limit = level.comparison
        guard isAboutMovement(.condition(.level(level))), has("gets", "get", "får"),
            case .figure(.balance, false, let scope?) = level.quantity.kind, scope.isNamed,
            let amount = limit.amount
        else { return nil }
        let filters = [
            Filter(kind: .on(scope), span: scope.span),
            Filter(kind: .amount(limit.relation, amount), span: limit.span),
        ]
        return .event(
            Event(trigger: .new(nil, .credit), filters: filters, condition: nil, span: level.span))
    }

    /// Whether a limit of single payments is taken for one of their sum, or a count for a limit.
    ///
    /// Examples: `upcoming payments over 500 in the next 7 days`, `3 largest purchases`.
    private func isOfEach(_ body: Body) -> Bool {
        if isNumberBefore(["largest", "biggest", "highest", "største", "høyeste"]) { return true }
        let sum = body.leaves.first { leaf in
            if case .upcomingPayments? = leaf.compared?.quantity.kind { true } else { false }
        }
        guard let sum else { return false }
        let limits: Set = ["over", "above", "under", "below", "more", "less", "mer", "mindre"]
        let several: Set = [
            "payments", "bills", "invoices", "betalinger", "regninger", "fakturaer",
        ]
        let ones: Set = ["a", "any", "some", "each", "every", "one", "en", "ei", "hver", "noen"]
        let bills = several.union(["payment", "bill", "invoice", "betaling", "regning", "faktura"])
        // The payments of today would be included too.
        let isOfTomorrow = has("tomorrow") || isAt(["i"], before: ["morgen"])
        let isLimited = sum.comparison?.amount?.number.digits != 0
        let isOfOne = cut.indices.dropLast().contains { place in
            cut[place].folded == "på" && place > 0 && several.contains(cut[place - 1].folded)
                && limits.contains(cut[place + 1].folded)
        }
        return isOfOne || isAt(several, before: limits.union(["of"]))
            || isLimited && (isOfTomorrow || isAt(ones, before: bills))
    }

    /// Whether figures of different accounts are compared, or a card's remaining credit is taken
    /// for its balance.
    ///
    /// Examples: `Brukskonto is lower than available`, `less than 500 left on Visa`,
    /// `Visa is over 90% of its credit limit`.
    private func isOfOtherFigure(_ body: Body) -> Bool {
        body.leaves.contains { leaf in
            guard let (quantity, comparison) = leaf.compared,
                case .figure(let figure, false, let scope?) = quantity.kind
            else { return false }
            if case .quantity(let other)? = comparison.reference,
                case .figure(_, false, nil) = other.kind
            {
                return true
            }
            if case .its(.creditLimit, _, _)? = comparison.reference, figure == .balance,
                !has("balance", "saldo", "saldoen")
            {
                return true
            }
            return figure == .balance && has("left", "remaining", "igjen")
                && scope.names.contains { Names.isCard($0.text) || $0.text.lowercased() == "visa" }
        }
    }

    /// Whether it is unclear if a name after an excluded one is excluded as well.
    ///
    /// Examples: `except at REMA on Felles`, `at 'KIWI*' without 'Oslo'`.
    private func isExceptedOrNot(_ body: Body) -> Bool {
        body.filterLists.contains { filters in
            filters.contains { excepted in
                guard case .except = excepted.kind else { return false }
                let end = excepted.span.upperBound
                return filters.contains { other in
                    let start = other.span.lowerBound
                    return (other.kind.isAt || other.scope != nil) && start >= end
                        && !cut.contains {
                            (end..<start).contains($0.span.lowerBound)
                                && !EverydayWords.list(.names).contains($0.folded)
                        }
                }
            }
        }
    }

    /// Whether the past is confused with the present: `balance was under 500`.
    private func isOfPast(_ body: Body) -> Bool {
        body.leaves.contains { leaf in
            leaf.compared?.quantity.figure != nil && leaf.comparison?.reference == nil
        } && has("was", "were", "var")
    }

    /// Whether a sum that is only complete at the end of a period has an upper limit.
    ///
    /// Such a rule would be true from the first day on: `spend less than 500 a month`.
    private func isKnownAtEnd(_ body: Body) -> Bool {
        let isShort = body.leaves.contains { leaf in
            guard let aggregate = leaf.compared?.quantity.aggregate,
                aggregate.measure == .spending, case .current = aggregate.window.kind
            else { return false }
            return leaf.comparison?.relation.isUpperBound == true
        }
        let times: Set = ["once", "twice", "times", "gang", "ganger"]
        return isShort
            && cut.indices.dropFirst().dropLast().contains { place in
                ["a", "per", "each", "i", "om"].contains(cut[place].folded)
                    && !times.contains(cut[place - 1].folded)
                    && [
                        "day", "week", "month", "year", "dagen", "dag", "uken", "uka", "uke",
                        "måneden", "måned", "året", "år",
                    ].contains(cut[place + 1].folded)
            }
    }

    /// Whether only one of several is meant, or somebody else.
    ///
    /// Examples: `only Kari pays me`, `only balance under 500`, `noen sender jeg mer enn 300`.
    private func isOfOthers(_ body: Body) -> Bool {
        let figures: Set = ["balance", "available", "saldo", "saldoen", "disponibelt"]
        let (only, someone): (Set, Set) = (
            ["only", "bare", "kun"], ["someone", "somebody", "anyone", "noen"]
        )
        return isAt(only) { Parser.isText($0) || figures.contains($0.folded) }
            || isAt(["double", "dobbelt"], before: ["more", "over", "above", "mer", "than"])
            || cut.indices.dropLast(2).contains { place in
                let (next, second) = (cut[place + 1], cut[place + 2])
                if case .number = next.kind, only.contains(cut[place].folded) {
                    return second.isNoun
                }
                return someone.contains(cut[place].folded)
                    && language[.paying].contains(next.folded)
                    && ["i", "we", "jeg", "vi"].contains(second.folded)
            }
            || isLimitOfSummary(body)
    }

    /// Whether an hour is taken for an amount: `summary of spending every monday at maximum 8`.
    private func isLimitOfSummary(_ body: Body) -> Bool {
        guard case .summary = body, body.ownFilters.contains(where: \.kind.isLimit) else {
            return false
        }
        return isAt(["at"], before: ["max", "maximum"])
    }
}
