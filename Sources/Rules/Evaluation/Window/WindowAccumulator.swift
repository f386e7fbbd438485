import Finance
import Foundation

/// Keeps the value of one aggregate for each account, updated as transactions change.
struct WindowAccumulator: Sendable {
    /// The value that is computed from the transactions.
    let measure: Aggregate.Measure
    /// The time that the aggregate covers.
    let window: Window.Kind
    /// The periods that are covered: the window's own, or earlier ones that define what is usual.
    private(set) var role = Role.own
    private(set) var added: MatchProgram
    /// Matches the transactions that are subtracted, such as refunds; `nil` if there are none.
    let subtracted: MatchProgram?

    enum Role: Sendable, Hashable {
        case own
        /// The mean of the previous complete periods.
        case usual
        /// The mean of what follows the day that corresponds to today, in previous periods.
        case usualRest
    }
    /// Whether the sentence restricts the transactions by filters.
    let isFiltered: Bool
    private let keepsEntries: Bool
    private var accounts: [UUID: AccountWindow] = [:]

    /// Compiles an aggregate; its filters go to the pool, and accounts are selected when it is
    /// read.
    init(_ aggregate: Aggregate, pool: inout MatchPool) {
        measure = aggregate.measure
        window = aggregate.window.kind
        let filters = aggregate.filters.besidesAccounts
        isFiltered = !filters.isEmpty
        var subtracted: MatchProgram?
        switch aggregate.measure {
        case .spending:
            added = Self.withoutOwnTransfers(pool.program(.spending, filters))
            subtracted = Self.withoutOwnTransfers(pool.program(.refunds, filters, flow: .out))
        case .income: added = Self.withoutOwnTransfers(pool.program(.income, filters))
        case .count(let noun), .largest(let noun):
            added = pool.program(TransactionKinds(noun), filters)
        }
        self.subtracted = subtracted
        let isLargest = if case .largest = aggregate.measure { true } else { false }
        keepsEntries = isLargest || !window.isOfDays
    }

    private static func withoutOwnTransfers(_ program: MatchProgram) -> MatchProgram {
        var program = program
        program.exceptsOwnTransfers = true
        return program
    }

    /// The same aggregate over other periods; call it before any transaction is counted.
    func of(_ role: Role, withoutPayments: Bool = false) -> WindowAccumulator {
        var other = self
        other.role = role
        if withoutPayments { other.added.kinds.subtract(TransactionKinds(.payment)) }
        return other
    }

    /// The first day of stored history that the aggregate needs.
    func firstDay(at now: Date, in zone: TimeZone) -> CalendarDay {
        guard role != .own, let period = window.period else {
            return WindowBounds(window, at: now, in: zone).firstDay(in: zone)
        }
        return UsualPeriods.firstDay(period, before: CalendarDay(of: now, in: zone))
    }

    /// Whether the window moves from day to day, not from minute to minute.
    var isOfDays: Bool { window.isOfDays }

    /// Adds or removes a transaction.
    ///
    /// - Parameter sign: 1 for transactions that are added to the sum, −1 for those that are
    ///   subtracted.
    mutating func count(_ transaction: Transaction, sign: Int64, isThere: Bool) {
        let entry = WindowEntry(transaction, sign: sign)
        let account = transaction.accountID
        if isThere {
            accounts[account, default: AccountWindow(keepsEntries: keepsEntries)]
                .count(entry, id: transaction.id, isThere: true)
        } else {
            accounts[account]?.count(entry, id: transaction.id, isThere: false)
        }
    }

    /// The total of one account inside the bounds.
    mutating func total(
        of account: AccountFacts, _ bounds: WindowBounds, zone: TimeZone
    ) -> AccountWindow.Total {
        let id = account.account.id
        guard let total = accounts[id]?.total(bounds, baseline: account.firstSeen, zone: zone)
        else { return AccountWindow.Total() }
        if accounts[id]?.isEmpty == true { accounts[id] = nil }
        return total
    }

    /// The mean of one account over the usual periods known since a day; `nil` if too few are.
    mutating func usual(
        of account: AccountFacts, since history: CalendarDay, _ moment: EvaluationMoment
    ) -> AccountWindow.Total? {
        guard let period = window.period,
            let usual = UsualPeriods(period, before: moment.today, history: history)
        else { return nil }
        let first = UsualPeriods.firstDay(period, before: moment.today)
        var total =
            accounts[account.account.id]?.total(
                role == .usual ? usual.whole : usual.rest, keeping: first.dayNumber)
            ?? AccountWindow.Total()
        total.sum /= Int64(usual.count)
        return total
    }

    /// The accounts that may have rows before the bounds.
    func accountsLosingRows(_ bounds: WindowBounds) -> [UUID] {
        accounts.compactMap { $1.mayLoseRows(bounds) ? $0 : nil }
    }
}

extension Window.Kind {
    fileprivate var isOfDays: Bool {
        if case .last(let length) = self { length.fixedSeconds == nil } else { true }
    }
}
