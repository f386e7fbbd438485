import Finance
import Foundation

/// The histories of all figures that rules on changes follow.
struct ChangeTable: Sendable {
    private var histories: [SeriesHistories]

    init(_ series: [ChangeSeries]) { histories = series.map { SeriesHistories($0) } }

    /// Whether no figure is followed.
    var isEmpty: Bool { histories.isEmpty }

    /// The time from which stored balances are needed; `nil` if no figure is followed.
    func balancesNeeded(at now: Date, in zone: TimeZone) -> Date? {
        histories.map { $0.series.start(at: now, in: zone) }.min()?
            .addingTimeInterval(-ChangeSeries.margin)
    }

    /// Adds stored balances, which must be sorted by time for each account.
    mutating func seed(
        _ balances: [AccountBalance], _ moment: EvaluationMoment, _ registry: inout AccountRegistry
    ) {
        let known = Dictionary(grouping: balances, by: \.accountID)
        for index in histories.indices { histories[index].seed(known, moment, &registry) }
    }

    /// Adds the current figures.
    mutating func note(_ moment: EvaluationMoment, _ registry: inout AccountRegistry) {
        for index in histories.indices { histories[index].note(moment, &registry) }
    }

    /// The smallest and the largest figure of a series inside its window.
    func extremes(
        _ index: Int, of account: UUID?, _ moment: EvaluationMoment
    ) -> (low: Int64, high: Int64)? {
        let series = histories[index].series
        let start = series.start(at: moment.now, in: moment.zone)
        let timeout = 2 * moment.now.timeIntervalSince(start)
        return histories[index].history(of: account).extremes(from: start, timeout: timeout)
    }
}

/// A figure, the accounts that it is read from, and the time over which it is followed.
struct ChangeSeries: Sendable, Hashable {
    let figure: Figure
    /// Whether the figure is the sum over the accounts.
    let isTotal: Bool
    let selector: AccountSelector
    /// The currency of the accounts in a sum, if the sentence names one.
    let currency: Currency?
    /// The length of the window.
    let span: CalendarSpan

    /// How much longer than the window figures are kept, in seconds.
    ///
    /// The start of a window moves back by an hour when clocks are set back; the rest is reserve.
    static let margin: TimeInterval = 2 * 3_600

    /// The first instant of the window that ends at `now`.
    func start(at now: Date, in zone: TimeZone) -> Date { span.start(before: now, in: zone) }

    /// The accounts that the series follows; a sum leaves out accounts of other currencies.
    func accounts(_ moment: EvaluationMoment, _ registry: inout AccountRegistry) -> [AccountFacts] {
        registry.accounts(of: selector, moment.facts).filter { account in
            let isMeant = selector.reach != .implicit || figure.isMeant(of: account.account)
            let isOfCurrency = currency == nil || account.account.currency == currency
            return isMeant && (!isTotal || isOfCurrency && figure.isOwed(by: account))
        }
    }
}

/// The histories of one series: one for each account, or one of their sum.
struct SeriesHistories: Sendable {
    let series: ChangeSeries
    /// The histories by account; that of the sum has no account.
    private var histories: [UUID?: FigureHistory] = [:]
    /// The accounts in the sum; when they change, the history of the sum begins again.
    private var members: Set<UUID> = []

    init(_ series: ChangeSeries) { self.series = series }

    /// The history of an account, or of the sum if the series is one.
    func history(of account: UUID?) -> FigureHistory {
        histories[series.isTotal ? nil : account] ?? FigureHistory()
    }

    /// Adds the current figures and removes those that are too old.
    mutating func note(_ moment: EvaluationMoment, _ registry: inout AccountRegistry) {
        let accounts = series.accounts(moment, &registry)
        let oldest = series.start(at: moment.now, in: moment.zone)
            .addingTimeInterval(-ChangeSeries.margin)
        if series.isTotal {
            noteTotal(accounts)
            histories[nil]?.forget(before: oldest)
        } else {
            for account in accounts {
                note(series.figure.value(of: account), of: account.account.id, at: account.freshAt)
                histories[account.account.id]?.forget(before: oldest)
            }
        }
    }

    private mutating func note(
        _ value: Money?, of account: UUID?, at instant: Date, previousRead: Date? = nil
    ) {
        guard let value else { return }
        histories[account, default: FigureHistory()]
            .note(value, at: instant, previousRead: previousRead)
    }

    private mutating func noteTotal(_ accounts: [AccountFacts]) {
        let ids = Set(accounts.map(\.account.id))
        if ids != members {
            members = ids
            histories = [:]
        }
        let values = accounts.compactMap { series.figure.value(of: $0) }
        guard values.count == accounts.count, let instant = accounts.map(\.freshAt).max() else {
            return
        }
        note(values.sum, of: nil, at: instant)
    }

    /// Adds stored balances, then the current facts.
    mutating func seed(
        _ balances: [UUID: [AccountBalance]], _ moment: EvaluationMoment,
        _ registry: inout AccountRegistry
    ) {
        let accounts = series.accounts(moment, &registry)
        if series.isTotal {
            members = Set(accounts.map(\.account.id))
            seedTotal(accounts, balances)
        } else {
            for account in accounts {
                for balance in balances[account.account.id] ?? [] {
                    note(
                        series.figure.value(of: balance, on: account), of: account.account.id,
                        at: balance.currentBalance.asOfDate, previousRead: balance.previousRead)
                }
            }
        }
        note(moment, &registry)
    }

    /// Adds up the stored figures at each change, once all accounts have one.
    private mutating func seedTotal(
        _ accounts: [AccountFacts], _ balances: [UUID: [AccountBalance]]
    ) {
        let steps = accounts.flatMap { account in
            (balances[account.account.id] ?? []).map { (account, $0) }
        }
        let atOnce = Dictionary(grouping: steps) { $0.1.currentBalance.asOfDate }
        var newest: [UUID: Money] = [:]
        for (instant, steps) in atOnce.sorted(by: { $0.key < $1.key }) {
            for (account, balance) in steps {
                newest[account.account.id] = series.figure.value(of: balance, on: account)
            }
            guard newest.count == accounts.count else { continue }
            note(
                Array(newest.values).sum, of: nil, at: instant,
                previousRead: steps.compactMap(\.1.previousRead).max())
        }
    }
}

extension [Money] {
    /// The sum; `nil` without amounts, with different currencies and on overflow.
    var sum: Money? {
        dropFirst().reduce(first) { sum, next in sum.flatMap { try? $0.adding(next) } }
    }
}
