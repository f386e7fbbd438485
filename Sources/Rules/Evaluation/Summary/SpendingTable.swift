public import Finance
import Foundation

/// The rows of spending summaries, for the period of the next summary and the period before.
///
/// The table gives no verdicts at polls; a summary is requested when it is due.
struct SpendingTable: RuleTable {
    fileprivate struct SpendingRule: Sendable {
        let id: String
        let spending: Summary.Spending
        let calendar: SummaryCalendar
        let selector: AccountSelector
        let categories: CategoryPrograms
        var rows: [UUID: Transaction] = [:]
    }

    private var rules: [SpendingRule] = []
    /// Each rule has two programs: for added and for subtracted rows.
    private var index = RuleIndex()
    private var lastLook: CalendarDay?

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            guard case .summary(let summary) = rule.body, let spending = summary.spending else {
                continue
            }
            add(rule.id, summary, spending, &compiler)
        }
    }

    private mutating func add(
        _ id: String, _ summary: Summary, _ spending: Summary.Spending,
        _ compiler: inout RuleCompiler
    ) {
        let window = Window(kind: .current(WindowPeriod(.day)), span: summary.span)
        let aggregate = Aggregate(
            measure: .spending, filters: spending.filters, window: spending.window ?? window,
            span: summary.span)
        let sums = WindowAccumulator(aggregate, pool: &compiler.pool)
        let place = Int32(rules.count)
        index.add(sums.added, place: 2 * place, compiler.pool)
        if let refunds = sums.subtracted {
            index.add(refunds, place: 2 * place + 1, compiler.pool)
        }
        let categories = spending.grouping == .category ? spending.categories : []
        rules.append(
            SpendingRule(
                id: id, spending: spending,
                calendar: SummaryCalendar(summary, zone: compiler.history.zone),
                selector: AccountSelector(spending.filters),
                categories: CategoryPrograms(categories, &compiler.pool)))
    }

    var isEmpty: Bool { rules.isEmpty }

    func historyNeeded(at now: Date, _ state: EvaluationState) -> CalendarDay? {
        rules.map { $0.firstDay(at: now, in: state.moment.zone) }.min()
    }

    mutating func seed(_ transaction: Transaction, _ state: inout EvaluationState) {
        for place in matches(transaction, &state) {
            rules[place].rows[transaction.id] = transaction
        }
    }

    mutating func follow(_ change: TransactionChange, _ state: inout EvaluationState) {
        if let before = change.before {
            for place in matches(before, &state) { rules[place].rows[before.id] = nil }
        }
        if let after = change.after { seed(after, &state) }
    }

    private mutating func matches(
        _ transaction: Transaction, _ state: inout EvaluationState
    ) -> Set<Int> {
        Set(index.places(of: transaction, &state.pool).map { $0 / 2 })
    }

    /// Gives no verdicts, but removes rows that no later summary needs, once a day.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        guard lastLook != state.moment.today else { return [] }
        lastLook = state.moment.today
        for place in rules.indices {
            let first = rules[place].firstDay(at: state.moment.now, in: state.moment.zone)
            rules[place].rows = rules[place].rows.filter { $0.value.transactionDate >= first }
        }
        return []
    }
}

extension SpendingTable.SpendingRule {
    /// The first day of the rows that a summary may still need.
    fileprivate func firstDay(at now: Date, in zone: TimeZone) -> CalendarDay {
        let newest = CalendarDay(of: calendar.newest(at: now), in: zone)
        return periods(on: newest).before.lowerBound
    }

    /// The newest row at each merchant, whose name is shown; empty for other groupings.
    fileprivate var merchants: [FoldedText: Transaction] {
        guard spending.grouping == .merchant else { return [:] }
        let known = rows.values.compactMap { row in MerchantKeys(row).primary.map { ($0, row) } }
        return Dictionary(known) { Arrivals.precedes($0, $1) ? $1 : $0 }
    }

    /// The days of the summary on a day, and the days that they are compared with.
    fileprivate func periods(
        on today: CalendarDay
    ) -> (own: ClosedRange<CalendarDay>, before: ClosedRange<CalendarDay>) {
        switch spending.window?.kind {
        case nil:
            let start = calendar.previous(before: today)
            let earlier = calendar.previous(before: start)
            return (start...today.adding(days: -1), earlier...start.adding(days: -1))
        case .current(let period)?:
            let last = period.periods(before: today, count: 1)[0]
            let same = period.sameDay(as: today, back: 1, in: last)
            return (period.start(of: today)...today, last.lowerBound...same)
        case .previous(let period, let toSameDay)?:
            let both = period.periods(before: today, count: 2).enumerated().map { back, days in
                toSameDay
                    ? days.lowerBound...period.sameDay(as: today, back: back + 1, in: days) : days
            }
            return (both[0], both[1])
        case .last(let length)?:
            // Today counts as one of the days.
            let start = min(today, today.adding(length.back).adding(days: 1))
            let count = start.days(until: today) + 1
            return (start...today, start.adding(days: -count)...start.adding(days: -1))
        }
    }
}

extension SpendingTable {
    /// Makes a summary for its instant; `nil` if the rule is not a spending summary.
    mutating func overview(
        of id: String, at occasion: Date, _ state: inout EvaluationState
    ) -> Verdict? {
        guard let rule = rules.first(where: { $0.id == id }) else { return nil }
        let moment = state.moment
        let (own, before) = rule.periods(on: CalendarDay(of: occasion, in: moment.zone))
        let accounts = state.accounts(of: rule.selector)
        let ids = Set(accounts.map(\.account.id))
        let seesAll = moment.facts.program.seesEveryRow
        let history = seesAll ? nil : moment.history(of: accounts)
        let knowsBefore = history.map { $0 <= before.lowerBound } ?? true
        var totals = SpendingOverview.Sums()
        var groups = SpendingOverview.Sums()
        var purchases: [Transaction] = []
        let merchants = rule.merchants
        for row in rule.rows.values where ids.contains(row.accountID) {
            let isBefore = before.contains(row.transactionDate)
            guard isBefore || own.contains(row.transactionDate) else { continue }
            totals.add(row, nil, isBefore: isBefore)
            // A group of an earlier period that is not shown would be listed with no amount.
            if let grouping = rule.spending.grouping, !isBefore || knowsBefore {
                groups.add(row, name(row, grouping, rule, merchants, &state), isBefore: isBefore)
            }
            if !isBefore, Self.purchases.contains(row) { purchases.append(row) }
        }
        var evidence = Verdict.Evidence()
        evidence.overview = SpendingOverview(
            days: own, totals: totals.shares(knowsBefore: knowsBefore),
            groups: groups.shares(knowsBefore: knowsBefore),
            largest: Array(purchases.sorted(by: Self.isLarger).prefix(3)),
            knownFrom: history.flatMap { $0 > own.lowerBound ? $0 : nil },
            stale: accounts.filter { moment.reason(againstRowsOf: moment.read($0)) != nil }
                .map(\.account.id))
        return Verdict(
            ruleID: id, subject: .occasion(occasion), finding: .holds, evidence: evidence)
    }

    private static let purchases = TransactionKinds(.purchase)
        .union(TransactionKinds([.unknown], .debit))

    private static func isLarger(_ one: Transaction, _ other: Transaction) -> Bool {
        let (left, right) = (one.transactionAmount.minorUnits, other.transactionAmount.minorUnits)
        return left == right ? Arrivals.precedes(one, other) : left > right
    }

    private func name(
        _ row: Transaction, _ grouping: Summary.Spending.Grouping, _ rule: SpendingRule,
        _ merchants: [FoldedText: Transaction], _ state: inout EvaluationState
    ) -> SpendingOverview.Name {
        switch grouping {
        case .account: return .account(row.accountID)
        case .merchant:
            let newest = MerchantKeys(row).primary.flatMap { merchants[$0] }
            return newest.map { .named($0.merchantName ?? $0.transactionDescription) } ?? .other
        case .category: return rule.categories.name(of: row, &state.pool)
        }
    }
}

/// Finds the category of a transaction.
///
/// The rules file's own categories take precedence over the bank's. An own category with the name
/// of one of the bank's replaces it.
struct CategoryPrograms: Sendable {
    private let own: [(name: String, program: MatchProgram)]
    private let replaced: Set<String>

    init(_ categories: [OwnCategory], _ pool: inout MatchPool) {
        own = categories.map { own in
            let filter = Filter(
                kind: .inCategory([Category(kind: .own(own), span: 0..<0)]), span: 0..<0)
            return (own.name, pool.program(.everything, [filter]))
        }
        replaced = Set(categories.map { MatchText.fold($0.name) })
    }

    func name(of row: Transaction, _ pool: inout MatchPool) -> SpendingOverview.Name {
        let subject = pool.subject(row)
        for own in own where own.program.matches(subject, &pool) { return .named(own.name) }
        let group = row.merchantCategoryCode.flatMap { code in
            MerchantCategory.allCases.first { $0.contains(code) && !replaced.contains($0.rawValue) }
        }
        return group.map { .group($0) } ?? .other
    }
}

/// Finds the categories of transactions without evaluating rules.
public struct CategoryNames: Sendable {
    private var pool = MatchPool()
    private let programs: CategoryPrograms

    public init(_ groups: NamedGroups) { programs = CategoryPrograms(groups.ownCategories, &pool) }

    public mutating func name(of row: Transaction) -> SpendingOverview.Name {
        programs.name(of: row, &pool)
    }
}
