import Finance

/// Readings that the order of the words, or a word that they ignore, rules out.
extension EverydayTraps {
    /// Whether a reading ignores where a word stands, or what it belongs to.
    func misplaces(_ sentence: Sentence) -> Bool {
        let body = sentence.body
        return isAboutRest(body) || isAboutReaching(body) || isAboutHolding(body)
            || hasOtherSubject(body) || isNeverOfSum(body)
            || isEarnedByShop(body) || isTotalOfEach(body) || isAboutOwnCredit(body)
            || isOfOtherPeriod(body) || isOfMisplacedName(body) || isSumOfMoves(body)
            || isOfUnlinkedNames || isOfLooseAdjective(body)
    }

    /// Whether money that remains is taken for money that goes out, or the reverse.
    ///
    /// Examples: `money left on Brukskonto is below 500`, `more than 500 has left Brukskonto`.
    private func isAboutRest(_ body: Body) -> Bool {
        let links: Set = [
            "on", "in", "at", "is", "isn't", "isn’t", "drops", "falls", "goes", "gets", "under",
            "below", "over", "above",
        ]
        switch body {
        case .event(let event) where event.condition != nil: return false
        case .event, .absence:
            return isAt(["left", "remaining"]) { $0.kind == .end || links.contains($0.folded) }
        case .condition:
            let owners = language[.owners]
            let isOfDebt = body.quantities.contains { $0.figure == .creditUsed }
            if isOfDebt, has("left", "remaining", "free", "igjen", "ledig") { return true }
            return body.leaves.contains { $0.compared?.quantity.aggregate == nil }
                && isAt(["left"]) { Parser.isText($0) || owners.contains($0.folded) }
        case .summary, .repetition: return false
        }
    }

    /// Whether a balance that reaches a limit is taken for a payment.
    ///
    /// Examples: `Brukskonto går nå under 500`, `går Brukskonto under 500`,
    /// `Brukskonto drops below 500 out`.
    private func isAboutReaching(_ body: Body) -> Bool {
        guard case .event(let event) = body, event.trigger.noun != nil, event.condition == nil
        else { return false }
        let falling: Set = ["drops", "drop", "dropped", "falls", "fall", "fell", "sinks", "dips"]
        if isAt(falling, before: ["under", "below", "beneath"]) { return true }
        let verbs: Set = ["går", "gå", "gikk", "gått", "kommer", "kom", "kommet"]
        guard !has("ut", "inn", "til", "av", "gjennom", "bort"),
            !zip(cut, cut.dropFirst()).contains(where: { $0.folded != "si" && $1.folded == "fra" })
        else { return false }
        return isSoonBefore(verbs, ["under", "over"])
    }

    /// Whether one of some words comes up to three words before a limit: `holds now over 500`.
    func isSoonBefore(_ words: Set<String>, _ limits: Set<String>) -> Bool {
        cut.indices.contains { place in
            words.contains(cut[place].folded)
                && cut[(place + 1)...].prefix(3).prefix { token in
                    if case .number = token.kind { false } else { true }
                }.contains { limits.contains($0.folded) }
        }
    }

    /// Whether what an account holds is taken for a reservation: `savings account holds over 500`.
    private func isAboutHolding(_ body: Body) -> Bool {
        guard case .event(let event) = body, event.condition == nil else { return false }
        return isSoonBefore(
            ["holds", "hold"], ["over", "above", "under", "below", "more", "less", "at"])
    }

    /// Whether an account with a limit of its own is taken for that of a transaction.
    ///
    /// An example is `debit over 500, Brukskonto under 1000`.
    private func hasOtherSubject(_ body: Body) -> Bool {
        body.selections.contains { _, filters in
            let limits = filters.filter(\.kind.isLimit).map(\.span)
            guard let first = limits.map(\.upperBound).min(), limits.count > 1,
                let last = limits.map(\.lowerBound).max(), first < last
            else { return false }
            return filters.contains { filter in
                filter.scope.map { (first..<last).contains($0.span.lowerBound) } ?? false
            }
        }
    }

    /// Whether a sum that stays below a limit is taken for payments that do not come.
    ///
    /// An example is `groceries cost never more than 500 this week`.
    private func isNeverOfSum(_ body: Body) -> Bool {
        guard case .absence(let absence) = body, absence.filters.contains(where: \.kind.isLimit)
        else { return false }
        return has("cost", "costs", "costing", "koster", "kostet", "koste")
            || isNumberBefore(["never", "aldri"])
    }

    /// Whether money that a shop gets is taken for money that it sends: `Netflix receives over 500`.
    private func isEarnedByShop(_ body: Body) -> Bool {
        let verbs: Set = [
            "receives", "receive", "received", "earns", "earn", "earned", "gets", "får", "fikk",
            "fått", "tjener", "tjente", "mottar", "mottok",
        ]
        return body.selections.contains { noun, filters in
            guard noun?.isIncome == true else { return false }
            return filters.flatMap(\.kind.senders).contains { name in
                zip(cut, cut.dropFirst()).contains { token, next in
                    token.span.lowerBound == name.span.lowerBound && verbs.contains(next.folded)
                }
            }
        }
    }

    /// Whether one sum for each of several accounts is taken for their total.
    ///
    /// An example is `total spending on Visa or Mastercard this month over 500`.
    private func isTotalOfEach(_ body: Body) -> Bool {
        let isEach = body.quantities.compactMap(\.aggregate).contains { aggregate in
            aggregate.filters.scope?.isEach == true
        }
        return isEach
            && has("total", "totalt", "together", "combined", "sammen", "sum", "summen", "samlet")
    }

    /// Whether a figure that is called credit or deposit is taken for money that comes in.
    ///
    /// Examples: `my credit is under 2000`, `innskuddet på Brukskonto er under 500`.
    private func isAboutOwnCredit(_ body: Body) -> Bool {
        guard case .event(let event) = body, event.trigger.noun == .credit else { return false }
        let isCompared = has("is", "are", "er", "goes", "drops", "falls")
        return isAt(["credit", "kreditt", "kreditten"], before: ["is", "er"])
            || isCompared
                && (isAt(["my"], before: ["credit", "deposit"])
                    || has("innskudd", "innskuddet", "deposit", "deposits"))
    }

    /// Whether a word for a period contradicts the period of the reading.
    ///
    /// Examples: `weekly summary on the 1st`, `spending monthly last week over 500`.
    private func isOfOtherPeriod(_ body: Body) -> Bool {
        let isWeekly = has("weekly", "ukentlig", "ukentlige")
        let isMonthly = has("monthly", "månedlig", "månedlige")
        guard isWeekly != isMonthly else { return isWeekly }
        switch body {
        case .summary(let summary):
            switch summary.recurrence {
            case .weekly: return isMonthly
            case .monthly: return isWeekly
            case .daily, .weekdays: return true
            }
        case .absence(let absence):
            guard case .by(let day, _) = absence.deadline else { return false }
            if case .weekday = day { return isMonthly }
            return isWeekly
        case .condition:
            return body.quantities.compactMap(\.aggregate).contains { aggregate in
                switch aggregate.window.kind {
                case .current(let period), .previous(let period, _):
                    period.unit != (isWeekly ? .week : .month)
                case .last: true
                }
            }
        case .event, .repetition: return false
        }
    }

    /// Whether a name is none, or that of an account with a limit of its own.
    private func isOfMisplacedName(_ body: Body) -> Bool {
        let sides = body.filters.flatMap { $0.kind.shops + $0.kind.senders + $0.kind.receivers }
        let isOfSummary = if case .summary = body { true } else { false }
        return (sides + body.scopes.flatMap(\.names)).contains { name in
            range(of: name).map { isUnknown(name.text, at: $0, isOfSummary) } ?? false
        }
            || (body.ownFilters.scope?.names ?? []).contains { name in
                range(of: name).map { hasOwnLevel(name.text, at: $0) } ?? false
            }
    }

    /// The indexes of the tokens of a name.
    private func range(of name: TextLiteral) -> Range<Int>? {
        guard let start = cut.firstIndex(where: { $0.span.lowerBound == name.span.lowerBound }),
            let end = cut.firstIndex(where: { $0.span.lowerBound >= name.span.upperBound }),
            start < end
        else { return nil }
        return start..<end
    }

    /// Whether a word is taken for a name although nothing says that it is one.
    ///
    /// Examples: `spending this month over 500 ASAP`, `balance under 500 Hilsen Kari`. Names of
    /// accounts and well-known merchants need no preposition.
    private func isUnknown(_ name: String, at place: Range<Int>, _ isOfSummary: Bool) -> Bool {
        let (start, end) = (place.lowerBound, cut[place.upperBound])
        guard cut[start].kind == .word else { return false }
        let (first, inner) = (cut[start], cut[place].dropFirst())
        if inner.contains(where: { EverydayWords.list(.days).contains($0.folded) })
            || !inner.isEmpty && EverydayWords.list(.asking).contains(first.folded)
        {
            return true
        }
        guard end.kind == .end || end.text == ",", start > 0, !isKnown(name) else { return false }
        let before = cut[start - 1].folded
        if isOfSummary, !EverydayWords.list(.names).contains(before) {
            return !["and", "or", "og", "eller"].contains(before)
        }
        return !isIntroduced(start)
    }

    /// Whether an account's own limit is taken for that of a transaction on it.
    ///
    /// Examples: `when Brukskonto is under 1000, new debit`, `new salary with Brukskonto under 1000`.
    private func hasOwnLevel(_ name: String, at place: Range<Int>) -> Bool {
        let verbs: Set = [
            "is", "are", "er", "has", "have", "har", "goes", "går", "drops", "falls", "faller",
        ]
        let limits: Set = [
            "under", "over", "below", "above", "less", "more", "mindre", "mer", "at", "minst",
        ]
        let (start, end) = (place.lowerBound, place.upperBound)
        let before = start > 0 ? cut[start - 1] : nil
        let isCompared = limits.contains(cut[end].folded)
        guard isCompared || verbs.contains(cut[end].folded) else { return false }
        let links = EverydayWords.list(.names).union(["into", "av", "my", "min", "mitt"])
        if before.map({ links.contains($0.folded) }) == true { return false }
        // A card is what one pays with: `purchase with Kredittkort over 500`.
        if isCompared, Names.isCard(name), start > 1 { return false }
        if isCompared {
            return before.map { !$0.isNoun && !["and", "or"].contains($0.folded) } ?? true
        }
        return limits.contains(cut[min(end + 1, cut.count - 1)].folded)
    }

    /// Whether `weekly` or `monthly` belongs to nothing: `weekly every time the card is used`.
    private func isOfLooseAdjective(_ body: Body) -> Bool {
        switch body {
        case .condition, .summary: return false
        case .absence(let absence): if case .by = absence.deadline { return false }
        case .event, .repetition: break
        }
        let reminders: Set = ["remind", "me", "påminn", "meg", "once", "twice", "times"]
        return cut.indices.dropLast().contains { place in
            let next = cut[place + 1]
            return ["weekly", "monthly", "ukentlig", "månedlig"].contains(cut[place].folded)
                && !(place > 0 && reminders.contains(cut[place - 1].folded))
                && !next.isNoun && !Parser.isText(next) && !isCategory(next)
                && !language[.bills].contains(next.folded)
                && !language[.invoices].contains(next.folded)
        }
    }

    private func isCategory(_ token: Token) -> Bool {
        token.isCategory
            || Rewording.tokens(of: [token, cut[cut.count - 1]], by: language)
                .contains { $0.isCategory || $0.isNoun }
    }

    /// Whether the word before a name may belong to it: `purchase Kiwi`, but not `500 Kiwi` or
    /// `this month Kiwi`.
    private func isIntroduced(_ place: Int) -> Bool {
        let before = cut[place - 1]
        let periods: Set = [
            "day", "week", "month", "year", "today", "dag", "dagen", "uke", "uka", "uken", "måned",
            "måneden", "år", "året",
        ]
        return before.kind == .word && !Slot.isCurrency(before) && !Parser.isText(before)
            && !periods.contains(before.folded)
            && !EverydayWords.list(.calendar).contains(before.folded)
    }

    /// Whether two names in quotation marks stand side by side: `debit at 'A*' 'B*'`.
    private var isOfUnlinkedNames: Bool {
        zip(cut, cut.dropFirst()).contains { name, next in
            if case .quoted = name.kind, case .quoted = next.kind { true } else { false }
        }
    }

    private func isKnown(_ name: String) -> Bool {
        let folded = MatchText.fold(name)
        return Names.isMerchant(name) || Names.isAccount(name) || groups.accounts[folded] != nil
            || groups.merchants[folded] != nil
    }

    /// Whether money that moves in or out of one account is taken for income or spending.
    ///
    /// Those leave out transfers between own accounts, which such a sentence is usually about:
    /// `less than 2000 deposited on Sparekonto this month`.
    private func isSumOfMoves(_ body: Body) -> Bool {
        body.quantities.compactMap(\.aggregate).contains { aggregate in
            guard aggregate.filters.scope?.isNamed == true else { return false }
            switch aggregate.measure {
            case .income:
                return !has(
                    "income", "inntekt", "inntekten", "inntekter", "inntektene", "earned", "earn",
                    "tjent", "tjener", "salary", "lønn")
            case .spending:
                return isAt(["out", "ut"], before: ["of", "av", "from", "fra"])
                    || has(
                        "leaving", "leaves", "leave", "gone", "taken", "take", "took", "drawn",
                        "tatt", "trukket", "går", "gått")
            case .count: return has("charged", "debited")
            case .largest: return false
            }
        }
    }
}
