import Finance

/// What verbs, negations and words of time in everyday sentences rule out.
extension EverydayTraps {
    /// Whether a reading turns round what a verb says, or loses what a word adds to it.
    func turnsVerb(_ sentence: Sentence) -> Bool {
        let body = sentence.body
        return isAboutReceived(body) || isAboutGiven(body) || isOfOtherNoun(body)
            || isNegatedSum(body) || isNegatedForecast(body) || isAboutSoon(body)
            || isAboutOwed(body) || isOfOtherCategory(body)
    }

    /// Whether a category of the file's own is taken for one that is called so everywhere (RL-72).
    private func isOfOtherCategory(_ body: Body) -> Bool {
        let categories = body.filterLists.joined().flatMap { filter in
            if case .inCategory(let all) = filter.kind { all } else { [Category]() }
        }
        return !categories.isEmpty
            && cut.contains { token in
                guard let own = groups.categories[token.folded] else { return false }
                return !categories.contains { $0.own == own }
            }
    }

    /// Whether money that comes is taken for money that goes: `I got a vipps`, `jeg får husleie`,
    /// `someone vipps me`, `I was sent more than 500`.
    private func isAboutReceived(_ body: Body) -> Bool {
        let isPassive = isAt(
            ["i'm", "i’m", "we're", "we’re", "am", "are", "was", "were", "being", "been"],
            before: ["paid", "sent", "given"])
        let isGotten = has("get", "gets", "got", "getting", "får", "fått", "fikk", "få")
        let isForMe = isAt(
            ["vipps", "vippses", "transfers", "transferred", "overfører", "vippser"],
            before: ["me", "us", "meg", "oss"])
        return body.selections.contains { noun, filters in
            guard noun?.isIncome != true else { return false }
            if noun == .transfer {
                let isDirected = filters.contains { $0.kind.isDirection }
                return !isDirected && (isForMe || isGotten)
            }
            let isByText = filters.contains { $0.kind.isText }
            let isSpent = cut.contains { token in
                [.out, .buying, .paying].contains { language[$0].contains(token.folded) }
            }
            return isPassive || isByText && (isForMe || isGotten && !isSpent)
        }
    }

    /// Whether money that goes is taken for money that comes, or both are possible: `jeg betaler
    /// lønn`, `payments in Vipps`, `cash from Ola`, `Vipps payment from Ola`.
    private func isAboutGiven(_ body: Body) -> Bool {
        body.selections.contains { noun, filters in
            let senders = filters.flatMap { filter in
                if case .from(let names) = filter.kind { names } else { [TextLiteral]() }
            }
            let isFromPerson = senders.contains {
                !Names.isAccount($0.text) && !Names.isMerchant($0.text)
            }
            let isByText = filters.contains { $0.kind.isText }
            if noun == .salary, has("betaler", "betale", "betalte", "pays") { return true }
            if noun?.isIncome == true, isByText { return isAt(["in", "i"], before: ["vipps"]) }
            return isFromPerson && (noun == .withdrawal || noun == .payment && isByText)
        }
    }

    /// Whether it is another kind of transaction than the words: `grocery bill`, `I take out 500`.
    private func isOfOtherNoun(_ body: Body) -> Bool {
        body.selections.contains { noun, filters in
            let isInCategory = filters.contains {
                if case .inCategory = $0.kind { true } else { false }
            }
            if noun == .payment, isInCategory, has("bill", "bills", "regning", "regningen") {
                return true
            }
            return noun == .debit
                && isAt(["take", "takes", "taking", "took"], before: ["out"])
        }
    }

    /// Whether a sum that is not reached is taken for one transaction that does not come: `I haven't
    /// earned more than 10000 this month`.
    private func isNegatedSum(_ body: Body) -> Bool {
        guard case .absence(let absence) = body, absence.filters.contains(where: \.kind.isLimit)
        else { return false }
        return has(
            "spend", "spends", "spent", "spending", "earn", "earns", "earned", "receive",
            "received", "bruker", "brukt", "bruke", "tjent", "tjener", "mottatt", "fått")
    }

    /// Whether `not until then` is taken for `at some time until then`: `saldoen blir ikke over 500 før
    /// lønn`.
    private func isNegatedForecast(_ body: Body) -> Bool {
        let isForecast = body.leaves.contains { leaf in
            if case .forecast = leaf { true } else { false }
        }
        return isForecast
            && cut.contains { EverydayWords.list(.negations).contains($0.folded) }
    }

    /// Whether what is to come is taken for what is: `soon less than 500 on Brukskonto`.
    private func isAboutSoon(_ body: Body) -> Bool {
        let isLevel = body.leaves.contains { $0.compared != nil }
        let isSoon = isAt(["soon", "snart"]) { $0.folded != "as" }
        return isLevel && isSoon
    }

    /// Whether what is owed to a person is taken for the debt of a card: `I owe Ola more than 500`.
    private func isAboutOwed(_ body: Body) -> Bool {
        body.scopes.flatMap(\.names).contains { name in
            !Names.isCard(name.text) && !Names.isAccount(name.text)
                && isAt(["owe", "owes", "skylder"]) { $0.span.lowerBound == name.span.lowerBound }
        }
    }
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
