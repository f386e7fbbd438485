import Finance

/// Readings that figures, numbers, hours and names in everyday words rule out.
extension EverydayTraps {
    /// Whether a reading misunderstands a number, a time or a name.
    func misreads(_ sentence: Sentence) -> Bool {
        let body = sentence.body
        return isAboutPast(body) || isOfOtherMeasure(body) || isLimitedTwice(body)
            || isAboutUpTo(body) || isAboutOtherWay(body) || isNotPaid(body)
            || isOfCommonWord(body) || isForSomebody(body) || isAtHome || isInCountry(body)
            || isTurnedBack(body) || isMovedBetweenOwn(body) || isLevelOfMovement(body)
            || mayBeCountOrAmount(body) || isOfLimit(body) || isOfTwoSides(body)
            || mistakes(body)
            || sentence.clauses.contains { isHalfDay($0.kind) }
    }

    /// Whether a word for the future is used with past days:
    /// `upcoming payments in the last 7 days`.
    private func isAboutPast(_ body: Body) -> Bool {
        let isAhead = body.leaves.contains { leaf in
            if case .forecast = leaf { return true }
            if case .upcomingPayments? = leaf.compared?.quantity.kind { return true }
            return false
        }
        return isAhead
            && isAt(["last", "past", "previous", "siste", "forrige"]) { token in
                if case .number = token.kind { return true }
                return language.numbers[token.folded] != nil
                    || ["week", "month", "year", "uke", "uka", "måned", "år"].contains(token.folded)
            }
    }

    /// Whether a sum is confused with a count, or covers other transactions than the words name.
    ///
    /// Examples: `more than 4 buys today`, `more than 500 cash this week`,
    /// `sent more than 2000 today`.
    private func isOfOtherMeasure(_ body: Body) -> Bool {
        if case .event = body, isNumberBefore(Self.counted) { return true }
        return body.quantities.compactMap(\.aggregate).contains { aggregate in
            switch aggregate.measure {
            case .spending:
                let isOfType = aggregate.filters.contains {
                    if case .ofType = $0.kind { true } else { false }
                }
                return isNumberBefore(Self.counted) || has("sent", "sends", "sendt", "sender")
                    || has("transferred", "overført", "moved", "flyttet") || isPaidIn
                    || !isOfType && isWithdrawal
            case .count(let noun):
                // Payments from a person may be bills or incoming money.
                let isFromPerson = aggregate.filters.flatMap(\.kind.senders).contains {
                    !Names.isAccount($0.text) && !Names.isMerchant($0.text)
                }
                return noun == .payment && isFromPerson
                    || isNumberBefore(["cash", "kontanter"])
                        && !isAt(["cash"], before: ["withdrawal", "withdrawals"])
            case .income, .largest: return false
            }
        }
    }

    /// Whether `paid in` means incoming money: `paid in over 500 this month`, but not
    /// `paid in euro`.
    private var isPaidIn: Bool {
        cut.indices.dropLast(2).contains { place in
            cut[place].folded == "paid" && cut[place + 1].folded == "in"
                && ["this", "today", "over", "more", "above", "under", "less"].contains(
                    cut[place + 2].folded)
        }
    }

    private var isWithdrawal: Bool {
        has("withdrawn", "withdrew", "withdraw", "withdraws")
            || isAt(["taken", "take", "takes", "taking", "took", "tatt"], before: ["out", "ut"])
    }

    func isNumberBefore(_ words: Set<String>) -> Bool {
        zip(cut, cut.dropFirst()).contains { number, next in
            guard case .number = number.kind else { return false }
            return words.contains(next.folded)
        }
    }

    private static let counted: Set = [
        "buys", "spends", "expenses", "charges", "costs", "bills", "handler", "utgifter",
        "regninger", "things", "items", "products", "ting", "varer",
    ]

    /// Whether one transaction would have two limits of the same kind.
    ///
    /// Examples: `over 500 at REMA or KIWI over 1000`, `over 500 between 22 and 600`.
    private func isLimitedTwice(_ body: Body) -> Bool {
        body.selections.contains { selection in
            let sides = selection.filters.compactMap { filter in
                if case .amount(let relation, _) = filter.kind {
                    relation.isUpperBound
                } else {
                    nil
                }
            }
            return Set(sides).count < sides.count
        }
    }

    /// Whether a small number may be a count as well as an amount.
    ///
    /// An example is `restaurants this week more than 3`, but not `fees this month over 3`.
    private func mayBeCountOrAmount(_ body: Body) -> Bool {
        let sums: Set = [
            "spending", "spend", "expenses", "forbruk", "forbruket", "utgifter", "pengebruk",
            "income", "inntekt", "inntekter", "fee", "fees", "gebyr", "gebyrer",
        ]
        let isSum = cut.contains { token in
            sums.contains(token.folded)
                || [.out, .paying, .into].contains { language[$0].contains(token.folded) }
        }
        return !isSum
            && body.leaves.contains { leaf in
                guard let (quantity, comparison) = leaf.compared,
                    [.spending, .income].contains(quantity.aggregate?.measure),
                    let amount = comparison.amount
                else { return false }
                return amount.currency == nil && amount.number.decimals == 0
                    && (1..<25).contains(amount.number.digits)
            }
    }

    /// Whether `up to 500` may mean that a balance rises to 500, or that it is at most 500.
    private func isAboutUpTo(_ body: Body) -> Bool {
        let isLevel = body.leaves.contains {
            $0.compared?.quantity.figure != nil && $0.comparison?.relation == .atMost
        }
        return isLevel && (has("opptil") || isAt(["up"], before: ["to"]))
    }

    /// Whether money moves the other way: `new debit into Felles`, `payout to Kari`,
    /// `food to Kari`.
    private func isAboutOtherWay(_ body: Body) -> Bool {
        body.selections.contains { noun, filters in
            if noun?.isIncome == false, has("into") { return true }
            return filters.contains { filter in
                switch filter.kind {
                case .to(let names):
                    noun == .withdrawal
                        || (noun?.isIncome == true || noun == .purchase)
                            && !names.allSatisfy { Names.isAccount($0.text) }
                case .at(let names):
                    names.contains { Names.paysOnly($0.text) } && !has("at", "hos", "on", "på")
                default: false
                }
            }
        }
    }

    /// Whether returned money is confused with spent money, or `used up` with `used`.
    ///
    /// Examples: `fee paid back`, `Kredittkort used up`. A person may pay back what is no refund.
    private func isTurnedBack(_ body: Body) -> Bool {
        let isUsedUp = isAt(["used", "brukt"], before: ["up", "opp"])
        let isOfBudget = cut.contains {
            $0.folded.contains("budget") || $0.folded.contains("budsjett")
        }
        return body.selections.contains { noun, filters in
            let isTo = filters.contains { if case .to = $0.kind { true } else { false } }
            return (noun != .refund && noun != .credit || isTo) && has("back", "tilbake")
                || isUsedUp && !isOfBudget
        }
    }

    /// Whether money between own accounts is taken for spending, or an account for a shop.
    ///
    /// Examples: `moved to Sparekonto this month`, `spending excluding Felles`,
    /// `charged to Kredittkort`.
    private func isMovedBetweenOwn(_ body: Body) -> Bool {
        func isOwn(_ names: [TextLiteral]) -> Bool { names.contains(where: groups.isAccount) }
        let isCharged = has("charge", "charges", "charged", "belastet", "belastes", "belastning")
        if case .absence(let absence) = body, absence.noun == .payment,
            absence.filters.flatMap(\.kind.accountNames).contains(where: Names.isCard)
        {
            return true
        }
        // A transfer is counted on whichever side it is seen.
        let sums = body.quantities.compactMap(\.aggregate).filter { aggregate in
            guard case .count(let noun) = aggregate.measure else { return true }
            return !noun.isIncome && noun != .transfer && noun != .transaction
        }.flatMap(\.filters)
        return (sums + body.ownFilters).contains { filter in
            switch filter.kind {
            case .except(.at(let names)): isOwn(names)
            case .to(let names): isOwn(names) && (isCharged || sums.contains(filter))
            case .from(let names): isOwn(names) && sums.contains(filter)
            default: false
            }
        }
    }

    /// Whether a movement is taken for a balance, or a balance for a movement.
    ///
    /// Examples: `over 500 comes into Felles`, `more than 500 is in Felles`,
    /// `Felles is up more than 500`.
    private func isLevelOfMovement(_ body: Body) -> Bool {
        if case .event(let event) = body {
            return event.trigger.noun == .credit && isAt(["is", "are"], before: ["in"])
        }
        let isLevel = body.leaves.contains { $0.compared?.quantity.figure != nil }
        return isLevel
            && (has("into", "onto") && !has("red", "overdraft")
                || isAt(["i", "we", "you", "they"], before: ["send", "sends", "sent"])
                || isAt(["up", "øker"], before: ["more", "over", "above", "mer"])
                || isAt(["gets"], before: ["in"])
                || !has("balance", "should", "does", "let")
                    && isAt(["rise"], before: ["over", "above"]))
    }

    /// Whether the remaining or used part of a credit limit is confused with the limit.
    private func isOfLimit(_ body: Body) -> Bool {
        body.leaves.contains { $0.compared?.quantity.figure == .creditLimit }
            && has("left", "remaining", "used", "igjen", "brukt", "ledig")
    }

    /// Whether one transaction would have two merchants or senders: `from Kari booked Nordmann`.
    private func isOfTwoSides(_ body: Body) -> Bool {
        body.selections.contains { selection in
            let sides = selection.filters.compactMap { filter in
                switch filter.kind {
                case .at: "at"
                case .from: "from"
                case .to: "to"
                default: nil as String?
                }
            }
            return Set(sides).count < sides.count
        }
    }

    /// Whether it is unclear who had to pay: `not paid by the 15th`.
    private func isNotPaid(_ body: Body) -> Bool {
        guard case .absence(let absence) = body, absence.filters.isEmpty,
            absence.noun == .debit || absence.noun == .payment
        else { return false }
        return has("paid", "betalt") && !has("nothing", "ingenting") || has("received", "mottatt")
    }

    /// Whether a word with a meaning is taken for a name.
    ///
    /// The word begins the sentence or follows an amount: `Food over 3000`,
    /// `balance under 500 Weekly`.
    private func isOfCommonWord(_ body: Body) -> Bool {
        body.filters.flatMap(\.kind.shops).compactMap(place).contains { place in
            (place == 0 || isBehindAmount(place)) && EverydayWords.isKnown(cut[place].folded)
        }
            || body.scopes.flatMap(\.names).compactMap(place).contains { place in
                let word = cut[place].folded
                let kinds = EverydayWords.list(.accounts)
                guard !Names.isAccount(word) || kinds.contains(Names.indefinite(word)) else {
                    return false
                }
                let isFirst = place == 0 || cut[place + 1].text == ":"
                return isFirst ? EverydayWords.isKnown(word) : isBehindAmount(place)
            }
    }

    /// Whether a receiver of money is taken for an account: `over 500 for Ola`, not
    /// `balance for Ola`.
    private func isForSomebody(_ body: Body) -> Bool {
        guard case .condition = body, !has("balance", "available", "saldo", "saldoen", "data")
        else { return false }
        return body.scopes.flatMap(\.names).contains { name in
            !groups.isAccount(name)
                && isAt(["for"]) { $0.span.lowerBound == name.span.lowerBound }
        }
    }

    /// The index of the token of a name that is one word without quotation marks.
    private func place(of name: TextLiteral) -> Int? {
        cut.firstIndex {
            $0.text == name.text && $0.span.lowerBound == name.span.lowerBound && $0.kind == .word
        }
    }

    private func isBehindAmount(_ place: Int) -> Bool {
        place > 0 && (cut.hasNumber(before: place) || Slot.isCurrency(cut[place - 1]))
    }

    /// Whether a country or town is taken for a shop or an account: `purchase in Sweden`.
    private func isInCountry(_ body: Body) -> Bool {
        let names = body.ownFilters.flatMap {
            $0.kind.shops + $0.kind.senders + ($0.scope?.names ?? [])
        }
        return names.contains { name in
            !Names.isMerchant(name.text) && !Names.isAccount(name.text)
                && isAt(["in", "i"]) {
                    $0.span.lowerBound == name.span.lowerBound && $0.kind == .word
                }
        }
    }

    private var isAtHome: Bool { isAt(["at", "hos"], before: ["home", "hjemme"]) }

    /// Whether hours name the half of the day only once, or not at all.
    ///
    /// Examples: `between 8 and 10 pm`, `between 8 and 5`.
    private func isHalfDay(_ clause: Clause.Kind) -> Bool {
        guard case .between = clause else { return false }
        return cut.indices.dropLast(3).contains { place in
            guard ["between", "from", "mellom", "fra"].contains(cut[place].folded),
                let first = Slot.hour(in: cut, at: place + 1),
                case let link = place + 1 + first.length, link + 1 < cut.count,
                ["and", "to", "og", "til"].contains(cut[link].folded),
                let second = Slot.hour(in: cut, at: link + 1)
            else { return false }
            guard first.length == 1, case .number = cut[place + 1].kind else {
                guard case .time = cut[place + 1].kind, first.length == 1 else {
                    return isShorter(from: first.minutes, to: second.minutes, cut[link + 1])
                        && second.length == 1
                }
                return false
            }
            if second.length == 2 { return true }
            guard case .number = cut[link + 1].kind else {
                if case .ordinal = cut[link + 1].kind { return true }
                return false
            }
            return second.minutes <= first.minutes && first.minutes <= 12 * 60
        }
    }

    /// Whether an hour without `am` or `pm` is closer if it is in the afternoon.
    ///
    /// It is in `between 8 pm and 10`, but not in `between 10 pm and 6`.
    private func isShorter(from first: Int, to second: Int, _ hour: Token) -> Bool {
        guard case .number = hour.kind, second <= 12 * 60 else { return false }
        let day = 24 * 60
        return (second + day / 2 - first + day) % day < (second - first + day) % day
    }
}
