import Finance

extension SentenceChecker {
    private var leaves: [Condition] { sentence.body.leaves }

    /// Reports comparisons whose two sides can't be compared.
    mutating func checkTypes() {
        for leaf in leaves {
            if let (quantity, comparison) = leaf.compared {
                check(comparison, against: quantity)
                checkPace(quantity)
            }
            if case .change(let change) = leaf { checkChange(change) }
            guard case .forecast(let forecast) = leaf, forecast.figure == .creditLimit
            else { continue }
            add(
                "wrong-type", at: forecast.span, "payments do not change the credit limit",
                expected: ["balance", "available", "credit used"])
        }
        for comparison in sentence.clauses.compactMap(\.recovery) {
            if let recovering { check(comparison, against: recovering.quantity) }
        }
    }

    private mutating func check(_ comparison: Comparison, against quantity: Quantity) {
        if case .usual(let span)? = comparison.reference { checkUsual(of: quantity, at: span) }
        checkFormer(comparison)
        switch comparison.operand {
        case .amount(let amount): if quantity.isCount { checkCount(amount) }
        case .percent(_, let reference):
            if quantity.isCount || isCount(reference) {
                add(
                    "wrong-type", at: comparison.operand.span,
                    "a percentage is a part of an amount, not of a count")
            }
            check(reference, against: quantity)
        case .reference(.usual): return
        case .reference(let reference):
            if quantity.isCount != isCount(reference) {
                add("wrong-type", at: reference.span, "an amount and a count can't be compared")
            }
            check(reference, against: quantity)
        }
    }

    /// Reports `usual` if the left side has no earlier periods that can be added up.
    private mutating func checkUsual(of quantity: Quantity, at span: Range<Int>) {
        guard !quantity.isSumOfPeriod else { return }
        add(
            "usual-of-what", at: span,
            "what is usual is known of spending and income in a day, week, month or year",
            expected: ["spending this week", "income this month"])
    }

    /// Reports former figures that are not stored, and times that are finer than days.
    private mutating func checkFormer(_ comparison: Comparison) {
        guard let ago = comparison.ago, let reference = comparison.reference else { return }
        checkDays(ago, "a former figure is known")
        let figure: Figure? =
            switch reference {
            case .its(let figure, _, _): figure
            case .quantity(let quantity): quantity.formerFigure
            case .usual: nil
            }
        if figure == .creditLimit { addNoCourse(at: reference.span) }
    }

    /// Reports a pace of anything but spending in the current week, month or year.
    private mutating func checkPace(_ quantity: Quantity) {
        guard case .pace(let aggregate) = quantity.kind else { return }
        guard quantity.isSumOfPeriod, aggregate.measure == .spending,
            aggregate.window.kind != .current(WindowPeriod(.day))
        else {
            return add(
                "pace-of-what", at: quantity.span,
                "a pace is that of spending in a week, month or year that is not over",
                expected: ["spending this month"])
        }
    }

    private mutating func addNoCourse(at span: Range<Int>) {
        add(
            "no-course", at: span,
            "former credit limits are not kept, so nothing is known of how they changed",
            expected: ["balance", "available", "credit used"])
    }

    private mutating func checkCount(_ amount: Amount) {
        if amount.currency != nil {
            add(
                "wrong-type", at: amount.span, "a count is compared with a number without currency",
                expected: ["a whole number"], replacement: "\(amount.number)")
        } else if amount.number.whole == nil {
            add(
                "wrong-type", at: amount.span, "a count is a whole number",
                expected: ["a whole number"])
        }
    }

    private func isCount(_ reference: Reference) -> Bool {
        if case .quantity(let quantity) = reference { quantity.isCount } else { false }
    }

    /// Reports `its …`, and figures of each account, if the left side is not a single account.
    private mutating func check(_ reference: Reference, against quantity: Quantity) {
        if case .figure(_, isTotal: false, _) = quantity.kind { return }
        switch reference {
        case .usual: return
        case .its(let figure, let ago, let span):
            let before = ago.map { " \($0.value.words) ago" } ?? ""
            add(
                "its-without-account", at: span,
                "\"its \(figure.rawValue)\" needs one account on the left side",
                expected: ["\(figure.rawValue) of 'the name of an account'"],
                replacement: wholeFigure(figure, against: quantity).map { $0 + before })
        case .quantity(let other):
            // A sum belongs to no single account, so the right side has to name one.
            let former =
                if case .former(_, _, _, let ago) = other.kind { " \(ago.value.words) ago" } else {
                    ""
                }
            guard let (figure, scope) = other.singleFigure,
                AccountSelector(scope).isVariable, quantity.scope?.isEach != true
            else { return }
            add(
                "which-account", at: other.span,
                "a sum over accounts is compared with one figure, not with one of each account",
                expected: [
                    "total \(figure.rawValue)", "\(figure.rawValue) of 'the name of an account'",
                ],
                replacement: wholeFigure(figure, against: quantity).map { $0 + former })
        }
    }

    /// The single figure that a quantity can be compared with: that of its own account, or the total
    /// if it has none.
    ///
    /// `nil` for several accounts, of which a total of all would be another question.
    private func wholeFigure(_ figure: Figure, against quantity: Quantity) -> String? {
        guard let scope = quantity.scope, !AccountSelector(scope).isVariable else {
            return "total \(figure.rawValue) of all accounts"
        }
        guard case .named(let name) = scope.reach else { return nil }
        return "\(figure.rawValue) of \(CanonicalText.quoted(name.text))"
    }

    /// Reports totals and figures whose accounts do not fit them (D43).
    mutating func checkScopes() {
        let words = CanonicalText(isKey: false)
        for quantity in sentence.body.quantities {
            guard case .figure(let figure, let isTotal, let scope?) = quantity.kind else {
                continue
            }
            let (name, together) = (figure.rawValue, words.accounts(scope.together))
            let each = words.accounts(scope.apart)
            if !isTotal, AccountSelector(scope).reach == .all {
                // Only the person can choose between the two (RL-66).
                add(
                    "total-needed", at: quantity.span,
                    "\"\(name) of \(together)\" is either their sum or each by itself",
                    expected: ["total \(name) of \(together)", "\(name) of \(each)"])
            }
            if isTotal, scope.isEach {
                add(
                    "wrong-scope", at: scope.span, "a total is of all accounts, not of each",
                    expected: ["total \(name) of \(together)"],
                    // In everyday words, `or` may have been meant (RL-66).
                    replacement: sentence.isReworded ? nil : together)
            }
        }
        checkGuard()
        for case .forecast(let forecast) in leaves {
            guard let scope = forecast.scope, AccountSelector(scope).reach == .all else { continue }
            let each = words.accounts(scope.apart)
            add(
                "wrong-scope", at: scope.span, "a forecast is of each account by itself",
                expected: ["\(forecast.figure.rawValue) of \(each)"], replacement: each)
        }
        for list in sentence.body.filterLists {
            for filter in list.filter({ $0.scope != nil }).dropFirst() {
                add("repeated-filter", at: filter.span, "the accounts are named twice")
            }
        }
    }

    /// Reports figures after `while` that must name an account, because the rule is on several.
    private mutating func checkGuard() {
        let reach = AccountSelector(sentence.body.ownFilters).reach
        switch sentence.body {
        case .absence where reach == .implicit || reach == .all: break
        case .repetition where reach == .all: break
        default: return
        }
        for quantity in leaves.flatMap(\.quantities) {
            guard case .figure(let figure, isTotal: false, let scope) = quantity.kind,
                AccountSelector(scope).isVariable
            else { continue }
            add(
                "which-account", at: quantity.span,
                "the rule is about several accounts, so behind \"while\" a figure has to name one",
                expected: [
                    "\(figure.rawValue) of 'the name of an account'", "total \(figure.rawValue)",
                ])
        }
    }

    /// Reports changes of a figure whose history is not stored, and changes of zero.
    private mutating func checkChange(_ change: Change) {
        switch change.quantity.kind {
        case .aggregate, .upcomingPayments, .former, .pace:
            add(
                "change-over-window", at: change.quantity.span,
                "a sum over a window does not drop or rise; compare it with a limit instead")
        case .figure(.creditLimit, _, _): addNoCourse(at: change.quantity.span)
        case .figure: break
        }
        let (number, span) =
            switch change.size {
            case .amount(let amount): (amount.number, amount.span)
            case .percent(let percent): (percent.number, percent.span)
            }
        if number.digits == 0 { add("zero-change", at: span, "a change of zero is no change") }
    }

    /// Reports hours and minutes where the bank gives only days (RL-15).
    mutating func checkDayPrecision() {
        if case .absence(let absence) = sentence.body { checkDays(absence.deadline) }
        if case .summary = sentence.body {
            checkDays(sentence.body.length, "what is spent is dated")
        }
        for leaf in leaves {
            switch leaf {
            case .forecast(let forecast):
                checkDays(forecast.within.length, "what is scheduled falls due")
            case .reservationAge(let age): checkDays(age.age, "a reservation is made")
            case .level(let level):
                for case .upcomingPayments(_, let ahead) in level.quantities.map(\.kind) {
                    checkDays(ahead.length, "what is scheduled falls due")
                }
            case .change, .health, .all, .any: break
            }
        }
    }

    /// Reports deadlines that are finer than the bank's days, and tolerances that overlap.
    private mutating func checkDays(_ deadline: Absence.Deadline) {
        switch deadline {
        case .by, .last: return
        case .every(let length), .overdue(let length): checkDays(length, "a transaction is dated")
        case .within(let length, let day):
            checkDays(length, "a transaction is dated")
            // The shortest month has 28 days, so each of its days is near only one such day.
            let most = if case .inPeriod(_, .month) = day { 13 } else { 40 }
            guard length.value.fixedSeconds == nil, length.value.wholeDays ?? .max > most
            else { return }
            // Another number would be another rule (RL-66).
            add(
                "too-wide", at: length.span,
                "the days around one such day would reach into those around the next",
                expected: ["at most \(CalendarSpan(count: most, unit: .day).words)"])
        }
    }

    private mutating func checkDays(_ length: LengthOfTime?, _ what: String) {
        guard let length, let seconds = length.value.fixedSeconds, length.value.count > 0 else {
            return
        }
        let days = CalendarSpan(count: max(1, (seconds + 86_399) / 86_400), unit: .day)
        add(
            "finer-than-data", at: length.span,
            "\(what) on a day, not at a time; count in days or longer",
            expected: [days.words], replacement: days.words)
    }
}

extension Quantity {
    /// The figure of one account or of each, with its accounts; `nil` for any other quantity.
    fileprivate var singleFigure: (figure: Figure, scope: Scope?)? {
        switch kind {
        case .figure(let figure, false, let scope), .former(let figure, false, let scope, _):
            (figure, scope)
        case .figure, .former, .aggregate, .pace, .upcomingPayments: nil
        }
    }

    fileprivate var formerFigure: Figure? {
        if case .former(let figure, _, _, _) = kind { figure } else { nil }
    }

    /// Whether the quantity is spending or income in a calendar period that is not over.
    fileprivate var isSumOfPeriod: Bool {
        guard let aggregate, case .current = aggregate.window.kind else { return false }
        return aggregate.measure == .spending || aggregate.measure == .income
    }
}

extension Scope {
    /// The same accounts, each separately.
    fileprivate var apart: Scope { with(.each) }

    /// The same accounts as one sum.
    fileprivate var together: Scope { AccountSelector(self).reach == .all ? self : with(.all) }

    private func with(_ reach: Reach) -> Scope {
        var scope = self
        if case .named(let name) = scope.reach { scope.members = [name] }
        scope.reach = reach
        return scope
    }
}
