package import Alerts
package import Finance
package import Foundation
package import Rules

/// The stored data of a report.
package struct ReportInput: Sendable {
    package var facts = Facts()
    /// Oldest first, with the record that held when the report's time began.
    package var balances: [UUID: [AccountBalance]] = [:]
    /// The transactions of the last three years; recurring payments are recognised from them.
    package var transactions: [Transaction] = []
    /// The names in the rules file, own categories among them.
    package var groups = NamedGroups.none
    package var limits: [UUID: [AccountLimit]] = [:]
    /// In any order; one that went to several channels may occur several times.
    package var notifications: [AlertNotification] = []
    package var firing: [AlertState] = []
    /// The running watcher's line about itself; `nil` if none runs.
    package var watcher: String?
    package var waiting = 0
    package var gaveUp = 0
    /// The names of banks, by their identifiers.
    package var bankNames: [String: String] = [:]
    package var pollIntervals = PollIntervals(.seconds(300))

    package init() {}
}

extension AccountLimit {
    /// The limits that rules set for a balance, the available amount or the credit used, by
    /// account.
    ///
    /// A share of another figure is computed from its present value. The age of figures does not
    /// matter.
    package static func found(
        in rules: [Rule], _ facts: Facts, at now: Date, zone: TimeZone,
        naming: AccountNaming = AccountNaming(), bindings: [String: [UUID]] = [:]
    ) -> [UUID: [AccountLimit]] {
        let rules = rules.filter { $0.body.limitedFigure != nil }
        let facts = facts.asRead(at: now)
        var evaluator = Evaluator(
            rules: RuleSet(rules: rules, fileHash: ""), zone: zone,
            pollIntervals: PollIntervals(.seconds(300)), naming: naming, bindings: bindings)
        evaluator.learn(facts)
        let changes = FactChanges(
            observedAt: now, refreshedAccounts: Set(facts.accounts.keys), transactions: [])
        var found: [UUID: [AccountLimit]] = [:]
        for verdict in evaluator.apply(changes, facts: facts, at: now) {
            guard let figure = rules.first(where: { $0.id == verdict.ruleID })?.body.limitedFigure,
                let limit = verdict.evidence.limit, let account = verdict.evidence.accountID,
                let amount = figure == .creditUsed ? try? limit.negated() : limit
            else { continue }
            found[account, default: []].append(
                AccountLimit(
                    ruleID: verdict.ruleID, isOfAvailable: figure == .available, amount: amount))
        }
        return found
    }
}

extension Body {
    /// The figure of single accounts that is compared, if it has a curve.
    fileprivate var limitedFigure: Figure? {
        var compared: Figure?
        switch self {
        case .condition(.level(let level)):
            if case .figure(let figure, isTotal: false, _) = level.quantity.kind {
                compared = figure
            }
        case .condition(.forecast(let forecast)): compared = forecast.figure
        default: break
        }
        return compared == .creditLimit ? nil : compared
    }
}

extension Facts {
    /// The facts as if every bank had answered at an instant.
    fileprivate func asRead(at now: Date) -> Facts {
        var facts = self
        for id in accounts.keys { facts.accounts[id]?.freshAt = now }
        for source in sources.keys {
            facts.sources[source]?.failingSince = nil
            facts.sources[source]?.scheduled?.readAt = now
        }
        return facts
    }
}

/// Everything that a report shows.
package struct ReportContents: Sendable {
    package let now: Date
    package let zone: TimeZone
    package let firstDay: CalendarDay
    let today: CalendarDay
    package let accounts: [AccountReport]
    package let upcoming: [UpcomingPayment]
    package let spending: [MonthlySpending]
    package let subscriptions: [Subscription]
    let alerts: [AlertState]
    let banks: [SourceFacts]
    let input: ReportInput

    /// The time that all charts show: at least a day, from the first figure on, with the days ahead
    /// if a payment is due then.
    let chartSpan: Range<Int>

    /// How many days ahead payments are shown.
    static let horizon = 31

    /// - Parameter account: the only account to report on; `nil` for all.
    package init(
        _ input: ReportInput, account: UUID? = nil, since firstDay: CalendarDay, at now: Date,
        zone: TimeZone
    ) {
        (self.input, self.now, self.zone, self.firstDay) = (input, now, zone, firstDay)
        let today = CalendarDay(of: now, in: zone)
        self.today = today
        let shown = input.facts.listedAccounts.filter { account == nil || $0.account.id == account }
        let ids = Set(shown.map(\.account.id))
        let rows = input.transactions.filter { ids.contains($0.accountID) }
        let span = min(firstDay.instant(in: zone), now)..<now
        let marks = AlertMark.found(in: input.notifications)
        accounts = shown.map { facts in
            AccountReport(facts, input, rows, marks[facts.account.id] ?? [], span, today)
        }
        let figures =
            accounts.compactMap(\.curve.steps.first?.start).min()
            ?? span.lowerBound.wholeMilliseconds
        let ahead = today.adding(days: Self.horizon).instant(in: zone)
        let end = accounts.allSatisfy(\.forecast.isEmpty) ? now : max(now, ahead)
        chartSpan = min(figures, now.wholeMilliseconds - 86_400_000)..<end.wholeMilliseconds
        upcoming = accounts.flatMap(\.upcoming).sorted {
            ($0.day, $0.text ?? "") < ($1.day, $1.text ?? "")
        }
        spending = MonthlySpending.tables(
            of: rows, CategoryNames(input.groups), from: firstDay, through: today)
        subscriptions = Subscription.found(in: rows, on: today)
        let chosen = account?.uuidString.lowercased()
        alerts = input.firing
            .filter { chosen == nil || $0.notification?.data.account?.id == chosen }
            .sorted { ($0.rank, $0.since, $0.ruleID) < ($1.rank, $1.since, $1.ruleID) }
        let sources = Set(shown.map(\.account.institutionName))
        banks = input.facts.sources.values
            .filter { account == nil || sources.contains($0.id) }.sorted { $0.id < $1.id }
    }

    func name(of account: UUID) -> String {
        input.facts.accounts[account]?.account.displayName ?? ""
    }
}

/// One account with its curves, alerts and upcoming payments.
package struct AccountReport: Sendable {
    let facts: AccountFacts
    /// The curve of the booked figure, or of the available one if the bank gives no other.
    package let curve: BalanceCurve
    /// The curve of the available figure, if that differs.
    package let available: BalanceCurve?
    package let limits: [AccountLimit]
    package let marks: [AlertMark]
    /// The end of each day ahead on which a payment is due, from now on.
    ///
    /// Empty if none is due, or the bank has no list of payments.
    package let forecast: [ForecastDay]
    let upcoming: [UpcomingPayment]

    package var id: UUID { facts.account.id }
    var account: Account { facts.account }
    package var figure: Money? { facts.booked ?? facts.available }
    /// The lowest of the days ahead.
    var lowest: ForecastDay? { forecast.min { $0.minorUnits < $1.minorUnits } }

    init(
        _ facts: AccountFacts, _ input: ReportInput, _ rows: [Transaction], _ marks: [AlertMark],
        _ span: Range<Date>, _ today: CalendarDay
    ) {
        self.facts = facts
        let id = facts.account.id
        let records = input.balances[id] ?? []
        // The age at which figures count as old (RL-30).
        let interval = input.pollIntervals[facts.account.institutionName] / .seconds(1)
        let longestPause = max(6 * 3_600, 3 * interval)
        func curve(_ figure: @escaping (AccountBalance) -> Money?) -> BalanceCurve {
            BalanceCurve(
                records, figure, in: span, readUntil: facts.freshAt, longestPause: longestPause)
        }
        self.curve = curve { ($0.booked ?? $0.available)?.signedAmount }
        let available = curve { $0.available?.signedAmount }
        let isOther = records.contains { $0.booked != nil && $0.available != nil }
        self.available = isOther && available != self.curve ? available : nil
        limits = input.limits[id] ?? []
        self.marks = marks.filter { $0.at >= span.lowerBound.wholeMilliseconds }
        let last = today.adding(days: ReportContents.horizon)
        let scheduled = input.facts.sources[facts.account.institutionName]?.scheduled
        let outlook = scheduled.flatMap {
            BalanceForecast(
                $0, of: facts, after: rows.filter { $0.accountID == id }, from: today, through: last
            )
        }
        let days = (outlook?.days ?? []).filter { $0.net != 0 || $0.day == today }
        let isDue = days.contains { $0.net != 0 }
        forecast = Self.sums(isDue ? days : [], from: facts.booked ?? facts.available)
        let items = scheduled?.items(ofAccount: facts.account.bankAccountID) ?? []
        let salary = outlook?.salary.map {
            UpcomingPayment(
                day: $0.day, account: facts.account.displayName, text: nil,
                amount: Money(minorUnits: $0.net, currency: facts.account.currency), kind: nil)
        }
        upcoming =
            items.filter { $0.due <= last }.map { item in
                UpcomingPayment(
                    day: item.due, account: facts.account.displayName, text: item.text,
                    amount: item.amount, kind: item.kind)
            } + [salary].compactMap(\.self)
    }

    /// The figure at the end of each day; empty if one overflows.
    private static func sums(_ days: [BalanceForecast.Day], from figure: Money?) -> [ForecastDay] {
        guard var sum = figure?.minorUnits else { return [] }
        var ends: [ForecastDay] = []
        for day in days {
            let (next, overflow) = sum.addingReportingOverflow(day.net)
            guard !overflow else { return [] }
            sum = next
            ends.append(ForecastDay(day: day.day, minorUnits: next))
        }
        return ends
    }
}

/// The figure at the end of a day ahead.
package struct ForecastDay: Sendable, Hashable {
    package let day: CalendarDay
    package let minorUnits: Int64
}

/// A payment that the bank has scheduled, or a salary that is expected.
package struct UpcomingPayment: Sendable, Hashable {
    package let day: CalendarDay
    let account: String
    let text: String?
    package let amount: Money
    /// `nil` for a salary.
    let kind: ScheduledItem.Kind?
}

/// The spending in one currency, by category and month; the currency with the most transactions
/// comes first.
package struct MonthlySpending: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        package let category: SpendingOverview.Name
        /// By the first day of the month; minor units, negative if more came back than was spent.
        package let amounts: [CalendarDay: Int64]
    }

    package let currency: Currency
    /// The first days of the months, oldest first.
    package let months: [CalendarDay]
    /// The largest first.
    package let rows: [Row]
    package let totals: [CalendarDay: Int64]

    /// The newest months that are shown.
    private static let mostMonths = 12

    static func tables(
        of transactions: [Transaction], _ names: CategoryNames, from first: CalendarDay,
        through today: CalendarDay
    ) -> [MonthlySpending] {
        let start = max(first, today.start(of: .month).adding(months: 1 - mostMonths))
        // Rules count the rows of the whole month, also those that are dated ahead.
        let end = today.startOfNext(.month)
        let rows = transactions.filter {
            $0.transactionDate >= start && $0.transactionDate < end
        }
        return Dictionary(grouping: rows, by: \.transactionAmount.currency)
            .sorted { ($1.value.count, $0.key.code) < ($0.value.count, $1.key.code) }
            .compactMap { MonthlySpending($0.key, $0.value, names, through: today) }
    }

    private init?(
        _ currency: Currency, _ transactions: [Transaction], _ names: CategoryNames,
        through today: CalendarDay
    ) {
        var names = names
        var sums: [SpendingOverview.Name: [CalendarDay: Int64]] = [:]
        var totals: [CalendarDay: Int64] = [:]
        for row in transactions {
            guard let spent = row.spentMinorUnits else { continue }
            let month = row.transactionDate.start(of: .month)
            sums[names.name(of: row), default: [:]][month, default: 0].add(spent)
            totals[month, default: 0].add(spent)
        }
        guard var month = totals.keys.min() else { return nil }
        var months: [CalendarDay] = []
        while month <= today {
            months.append(month)
            month = month.adding(months: 1)
        }
        (self.currency, self.months, self.totals) = (currency, months, totals)
        rows = sums.map { Row(category: $0.key, amounts: $0.value) }.sorted { one, other in
            (other.amounts.total, "\(one.category)") < (one.amounts.total, "\(other.category)")
        }
    }
}

extension [CalendarDay: Int64] {
    var total: Int64 { values.reduce(into: 0) { $0.add($1) } }
}

extension Int64 {
    /// Adds an amount; an overflow stays at the end of the range, far beyond a bank's amounts.
    fileprivate mutating func add(_ amount: Int64) {
        let (sum, overflow) = addingReportingOverflow(amount)
        self = overflow ? (amount < 0 ? .min : .max) : sum
    }
}

extension AlertMark {
    /// The marks of notifications about single accounts, by account, oldest first.
    fileprivate static func found(in notifications: [AlertNotification]) -> [UUID: [AlertMark]] {
        var known: Set<String> = []
        var marks: [UUID: [AlertMark]] = [:]
        // Channels get differently cut texts; the longest says most.
        let all = notifications.sorted { $0.data.title.count > $1.data.title.count }
        for notification in all {
            guard let account = notification.data.account.flatMap({ UUID(uuidString: $0.id) }),
                let kind = Kind(notification), known.insert(notification.id).inserted
            else { continue }
            let began = kind == .ended ? nil : notification.data.since
            marks[account, default: []].append(
                AlertMark(
                    at: (began ?? notification.timestamp).wholeMilliseconds, kind: kind,
                    ruleID: notification.data.rule?.id, title: notification.data.title))
        }
        return marks.mapValues { $0.sorted { ($0.at, $0.title) < ($1.at, $1.title) } }
    }
}

extension AlertMark.Kind {
    fileprivate init?(_ notification: AlertNotification) {
        switch (notification.type, notification.data.kind) {
        case (.fired, .event), (.fired, .repeat), (.fired, .absence): self = .event
        case (.fired, _): self = .began
        case (.resolved, _): self = .ended
        default: return nil
        }
    }
}
