import Finance

/// Readings that verbs, negations and words of time in everyday sentences rule out.
extension EverydayTraps {
    /// Whether a reading reverses the meaning of a verb, or ignores a word that changes it.
    func turnsVerb(_ sentence: Sentence) -> Bool {
        let body = sentence.body
        return isAboutReceived(body) || isAboutGiven(body) || isOfOtherNoun(body)
            || isNegatedSum(body) || isNegatedForecast(body) || isAboutSoon(body)
            || isAboutOwed(body) || isOfOtherCategory(body) || isAboutAllBut(body) || isWished(body)
            || isOfSomebodyElse(body) || isLevelReached(body) || isOneOfSeveral(body)
            // `still the 15th` may be a misspelt `till`, which names no deadline.
            || isAt(["still"], before: ["the"])
    }

    /// Whether an exclusion is taken for an absence.
    ///
    /// It is in `purchase over 500 not groceries in the last 7 days` and
    /// `utgifter uten husleie denne måneden`, but not in `salary not on Brukskonto`.
    private func isAboutAllBut(_ body: Body) -> Bool {
        guard case .absence(let absence) = body else { return false }
        return reworded.indices.dropFirst().dropLast(2).contains { place in
            guard EverydayWords.list(.negations).contains(reworded[place].folded),
                let before = reworded[..<place].last(where: {
                    !["is", "are", "that"].contains($0.folded)
                }), before.isOfThings || Slot.isCurrency(before)
            else { return false }
            let (next, second) = (reworded[place + 1], reworded[place + 2])
            switch next.folded {
            // Before a deadline, money is expected: `salary not from Ola by the 15th`.
            case "from", "to", "at": return !has("by", "innen")
            case "on": return !absence.noun.isIncome
            case "in": return ["category", "a"].contains(second.folded)
            default: break
            }
            return Parser.isText(next) || language[.bills].contains(next.folded) || next.isCategory
        }
    }

    /// Whether the sentence is about other people's money.
    ///
    /// Examples: `nobody has paid rent`, `no money for rent`, `my bank pays over 500`,
    /// `betalt av Ola`.
    private func isOfSomebodyElse(_ body: Body) -> Bool {
        let payers = ["nobody", "none", "someone", "somebody", "noone", "ingen"]
        let isForUse = cut.indices.dropLast(2).contains { place in
            let use = cut[place + 2]
            return ["money", "penger", "pengene"].contains(cut[place].folded)
                && cut[place + 1].folded == "for"
                && (Parser.isText(use) && !Names.isAccount(use.text)
                    || language[.bills].contains(use.folded)
                    || reworded.contains { $0.span == use.span && $0.isCategory })
        }
        if isForUse, !has("enough", "nok") { return true }
        // `rent money` may be for paying rent, or may be received as rent.
        if isAt(language[.bills].union(Self.rents), before: ["money", "penger"]) { return true }
        return body.selections.contains { noun, filters in
            let isBy = filters.flatMap(\.kind.accountNames).contains { name in
                !Names.isAccount(name) && isAt(["av"]) { $0.text == name }
            }
            guard noun?.isIncome == false else { return isBy && noun != .salary }
            return isBy || isAt(["bank", "banken"]) { language[.paying].contains($0.folded) }
                || cut.contains { payers.contains($0.folded) }
                    && cut.contains { language[.paying].contains($0.folded) }
                    && cut.contains { Self.rents.contains($0.folded) }
        }
    }

    /// Whether any of several payments is expected where each of them may be meant.
    ///
    /// It is in `Netflix or Spotify hasn't charged me` and `no debit at Netflix and Spotify`, but
    /// not in `no debit at Netflix or Spotify`.
    private func isOneOfSeveral(_ body: Body) -> Bool {
        guard case .absence(let absence) = body else { return false }
        return absence.filters.contains { filter in
            let names = filter.kind.shops + filter.kind.senders + filter.kind.receivers
            guard names.count > 1, let first = names.first?.span, let last = names.last?.span
            else { return false }
            return cut.contains { token in
                let start = token.span.lowerBound
                return ["and", "og"].contains(token.folded)
                    && (first.upperBound..<last.lowerBound).contains(start)
                    || EverydayWords.list(.negations).contains(token.folded)
                        && start > last.lowerBound
            }
        }
    }

    /// Whether a balance above a limit is taken for a rise by that amount.
    ///
    /// An example is `balance rose above 500 in a day`.
    private func isLevelReached(_ body: Body) -> Bool {
        var isChange = body.leaves.contains { if case .change = $0 { true } else { false } }
        if case .event(let event) = body, case .subscriptionRose = event.trigger { isChange = true }
        let verbs = language[.rising].union(language[.falling])
        return isChange
            && (isAt(verbs, before: ["above", "below", "beneath"])
                || isAt(["steg", "stiger", "sank", "synker"], before: ["over", "under"]))
    }

    /// Whether an own category of the file is taken for the built-in category of that name (RL-72).
    private func isOfOtherCategory(_ body: Body) -> Bool {
        let categories = body.filters.flatMap(\.kind.categories)
        return !categories.isEmpty
            && cut.contains { token in
                guard let own = groups.categories[token.folded] else { return false }
                return !categories.contains { $0.own == own }
            }
    }

    /// Whether incoming money is taken for outgoing money.
    ///
    /// Examples: `I got a vipps`, `jeg får husleie`, `someone vipps me`,
    /// `I was sent more than 500`.
    private func isAboutReceived(_ body: Body) -> Bool {
        let isPassive =
            isAt(
                ["i'm", "i’m", "we're", "we’re", "am", "are", "was", "were", "being", "been"],
                before: ["paid", "sent", "given"])
            && (has("i", "we", "i'm", "i’m", "we're", "we’re", "i've", "i’ve", "we've", "we’ve")
                || !cut.contains { language[.bills].contains($0.folded) })
        let isGotten = has("get", "gets", "got", "getting", "får", "fått", "fikk", "få")
        let isForMe = isAt(
            ["vipps", "vippses", "transfers", "transferred", "overfører", "vippser"],
            before: ["me", "us", "meg", "oss"])
        let isSpent = cut.contains { token in
            [.out, .buying, .paying].contains { language[$0].contains(token.folded) }
        }
        return body.selections.contains { noun, filters in
            if isUsedUp(filters), isGotten || has("received", "mottatt") {
                return !isSpent && !namesNoun
            }
            guard noun?.isIncome != true else { return false }
            if noun == .transfer {
                let isDirected = filters.contains { $0.kind.isDirection }
                return !isDirected && (isForMe || isGotten)
            }
            let isByText = filters.contains { $0.kind.isText }
            return isPassive || isByText && (isForMe || isGotten && !isSpent)
        }
    }

    /// Whether filters name the purpose of the money: `jeg får over 500 på mat`.
    private func isUsedUp(_ filters: [Filter]) -> Bool {
        filters.contains { !$0.kind.categories.isEmpty || $0.kind.isAt }
    }

    /// Whether a kind of transactions is named, not only implied by `I get`.
    private var namesNoun: Bool {
        let subjects = ["i", "we", "you", "jeg", "vi", "får", "fikk", "fått"]
        let starts = cut.filter { subjects.contains($0.folded) }.map(\.span.lowerBound)
        let others = reworded.filter { !starts.contains($0.span.lowerBound) }
        return (cut + others).contains { token in
            Vocabulary.countedNouns.contains { $0.phrase.text == token.folded }
        }
    }

    /// Whether outgoing money is taken for incoming money, or both are possible.
    ///
    /// Examples: `jeg betaler lønn`, `payments in Vipps`, `cash from Ola`, `Vipps payment`.
    private func isAboutGiven(_ body: Body) -> Bool {
        body.selections.contains { noun, filters in
            let isFromPerson = filters.flatMap(\.kind.senders).contains {
                !Names.isAccount($0.text) && !Names.isMerchant($0.text)
            }
            let isByText = filters.contains { $0.kind.isText }
            if noun == .salary,
                has("betaler", "betale", "betalte", "pays") || isPayNegated || isPaid(filters)
            {
                return true
            }
            if noun == .refund, isAt(["i", "we", "jeg", "vi"], before: ["refund", "refunderer"]) {
                return true
            }
            if noun?.isIncome == true, isUsedUp(filters),
                isAt(["payment", "payments", "transfers"], before: ["in"])
            {
                return true
            }
            let payments: Set = ["payment", "payments", "betaling", "betalinger"]
            if noun == .payment, isByText, isAt(["vipps"], before: payments) { return true }
            if noun?.isIncome == true, isByText { return isAt(["in", "i"], before: ["vipps"]) }
            // A shop is paid with a purchase, not with any kind of debit.
            if cut[0].folded == "pay", isAt(["pay"], before: { Names.isMerchant($0.text) }) {
                return true
            }
            return isFromPerson && (noun == .withdrawal || noun == .payment && isByText)
        }
    }

    /// Whether `pay` is a verb because an object follows: `pay rent`, `pay Netflix`,
    /// `pay in euros`.
    private func isPaid(_ filters: [Filter]) -> Bool {
        guard has("pay") else { return false }
        return isAt(["pay"], before: ["more", "less"])
            || filters.contains { filter in
                switch filter.kind {
                case .from(let names): names.contains { Names.isMerchant($0.text) }
                case .containing, .inCategory, .at: true
                default: isAt(["pay"], before: ["in"])
                }
            }
    }

    /// Whether a wish for money is confused with a wish for a notification.
    ///
    /// It is in `I need at least 1000 on Brukskonto`, but not in
    /// `I want to know when balance is under 500`.
    private func isWished(_ body: Body) -> Bool {
        if isOrder(body) { return true }
        let isWish =
            has("need", "needs", "want", "wants", "ønsker", "skulle")
            || isAt(["i'd", "i’d", "would"], before: ["like"])
            || isAt(["vil"], before: ["ha", "gjerne", "at", "bruke", "kjøpe", "handle"])
        guard isWish || isAt(["let"], before: ["me"]) else { return false }
        let news: Set = [
            "know", "alert", "alerts", "alerted", "notification", "notifications", "notified",
            "message", "warning", "warned", "told", "hear", "heads", "reminder", "reminded",
            "email", "mail", "push", "beskjed", "beskjeder", "varsel", "varsler", "varslet",
            "varsles", "vite", "melding", "when", "if", "når", "hvis", "om", "dersom", "see", "se",
        ]
        return !cut.contains { news.contains($0.folded) }
    }

    /// Whether the sentence is an instruction to the person.
    ///
    /// It is in `spend less than 2000 this month` and `no takeaway this month`, but not in
    /// `no groceries in the last 14 days`.
    private func isOrder(_ body: Body) -> Bool {
        if case .absence(let absence) = body, case .by = absence.deadline {
            let isInCategory = !absence.filters.flatMap(\.kind.categories).isEmpty
            return absence.noun == .purchase && isInCategory && !namesNoun
        }
        let words = cut.filter { !["please", "only", "bare"].contains($0.folded) }
        // `send money to Ola if balance over 5000`: no rule moves money.
        if case .event(let event) = body, event.condition != nil {
            let isLimited = event.filters.contains(where: \.kind.isLimit)
            return ["buy", "handle"].contains(words[0].folded)
                || words[0].folded == "kjøp" && !isLimited
                || isAt(["send", "transfer", "trekk"], before: ["money", "penger"])
        }
        return ["spend", "use", "bruk", "bruke"].contains(words[0].folded) && words.count > 1
            && ["less", "under", "below", "max", "maximum", "mindre", "maks", "only"].contains(
                words[1].folded)
    }

    /// Whether `pay` is a verb: `I didn't pay by the 5th`.
    private var isPayNegated: Bool {
        isAt(
            [
                "didn't", "didn’t", "don't", "don’t", "doesn't", "doesn’t", "not", "never", "to",
                "nobody", "will", "must", "can", "can't", "can’t", "cannot",
            ], before: ["pay"])
    }

    /// Whether the words name another kind of transaction: `grocery bill`, `I take out 500`.
    private func isOfOtherNoun(_ body: Body) -> Bool {
        body.selections.contains { noun, filters in
            let isInCategory = !filters.flatMap(\.kind.categories).isEmpty
            if noun == .payment, isInCategory, has("bill", "bills", "regning", "regningen") {
                return true
            }
            let isTaken = has("take", "takes", "taking", "took", "tar", "tok", "tas", "tatt")
            return noun == .debit && isTaken && has("out", "ut")
                && !has("money", "penger", "pengene")
        }
    }

    /// Whether a sum that is not reached is taken for one transaction that does not come.
    ///
    /// An example is `I haven't earned more than 10000 this month`.
    private func isNegatedSum(_ body: Body) -> Bool {
        guard case .absence(let absence) = body, absence.filters.contains(where: \.kind.isLimit)
        else { return false }
        return has(
            "spend", "spends", "spent", "spending", "earn", "earns", "earned", "receive",
            "received", "bruker", "brukt", "bruke", "tjent", "tjener", "mottatt", "fått")
    }

    /// Whether `not until then` is taken for `at some time until then`.
    ///
    /// An example is `saldoen blir ikke over 500 før lønn`.
    private func isNegatedForecast(_ body: Body) -> Bool {
        let isForecast = body.leaves.contains { leaf in
            if case .forecast = leaf { true } else { false }
        }
        // `I only have 500 left until payday` is about the balance of now.
        let isOfNow =
            has("left", "remaining", "igjen") && has("only", "just", "bare", "kun")
            && !has("will", "projected", "expected", "vil", "ventes", "kommer")
        // `not enough` is what a forecast says.
        let isNegated = isAt(EverydayWords.list(.negations)) {
            !["enough", "nok"].contains($0.folded)
        }
        return isForecast && (isOfNow || isNegated)
    }

    /// Whether the future is confused with the present: `soon less than 500 on Brukskonto`.
    private func isAboutSoon(_ body: Body) -> Bool {
        if case .summary = body { return false }
        return !isAt(["så"], before: ["snart"]) && isAt(["soon", "snart"]) { $0.folded != "as" }
    }

    /// Whether a debt between persons is confused with the debt of a card.
    ///
    /// Examples: `I owe Ola more than 500`, `someone owes me more than 500`.
    private func isAboutOwed(_ body: Body) -> Bool {
        let isDebt = body.quantities.contains { $0.figure == .creditUsed }
        let others: Set = [
            "someone", "somebody", "anyone", "anybody", "they", "he", "she", "noen", "de", "han",
            "hun",
        ]
        if isDebt,
            isAt(["owe", "owes", "owed", "skylder"], before: ["me", "us", "meg", "oss"])
                || isAt(others, before: ["owe", "owes", "skylder"])
        {
            return true
        }
        return body.scopes.flatMap(\.names).contains { name in
            !Names.isCard(name.text) && !Names.isAccount(name.text)
                && isAt(["owe", "owes", "skylder"]) { $0.span.lowerBound == name.span.lowerBound }
        }
    }
}

extension Token {
    /// Whether the token is a kind of transactions or an amount.
    fileprivate var isOfThings: Bool {
        if case .number = kind { return true }
        return isNoun
    }

    var isNoun: Bool { Vocabulary.countedNouns.contains { $0.phrase.text == folded } }

    var isCategory: Bool { Vocabulary.categories.contains { $0.phrase.text == folded } }
}

extension Filter.Kind {
    fileprivate var isText: Bool {
        if case .containing = self { true } else { false }
    }

    fileprivate var isDirection: Bool {
        switch self {
        case .from, .to, .on: true
        default: false
        }
    }
}
