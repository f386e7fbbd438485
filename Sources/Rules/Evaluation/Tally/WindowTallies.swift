import Finance
import Foundation

/// All windows of a tally, and the clock of the stream.
///
/// A row moves only the sums of its own account. Those of the others move when another day begins,
/// as far as they are fresh then; what is not fresh is unknown, and changes nothing.
struct WindowTallies: Sendable {
    private struct Account {
        let currency: Currency
        var freshAt: Date
    }

    private let zone: TimeZone
    private let freshness: Freshness
    private var numbers: [Int: Int] = [:]
    private var pending: [(window: Int, place: Int, comparison: CompiledComparison)] = []
    private var accumulators: [WindowAccumulator] = []
    private var windows: [WindowTally] = []
    private var accounts: [Account?] = []
    private var now = Date.distantPast
    private var today: CalendarDay?
    private var isLost = false

    /// Starts without windows.
    init(zone: TimeZone, freshness: Freshness) {
        self.zone = zone
        self.freshness = freshness
    }

    /// Whether no rule looks at a window.
    var isEmpty: Bool { windows.isEmpty }

    /// Takes a rule; `false` if it has to be evaluated as a whole.
    mutating func add(_ rule: Rule, at place: Int, _ compiler: inout ConditionCompiler) -> Bool {
        guard case .condition(let body) = rule.body, case .level = body,
            case .level(let level)? = compiler.compile(body),
            case .window(let index, let selector) = level.quantity,
            case .amount = level.comparison.operand, !level.comparison.relation.isUpperBound,
            selector.reach == .each, selector.exceptions.isEmpty
        else { return false }
        let accumulator = compiler.windows[index]
        guard accumulator.isOfDays, !accumulator.looksAtAmounts else { return false }
        pending.append((index, place, level.comparison))
        return true
    }

    /// Makes the windows of the rules taken.
    mutating func finish(_ compiled: [WindowAccumulator]) {
        for (index, place, comparison) in pending {
            let number = numbers[index] ?? windows.count
            if number == windows.count {
                numbers[index] = number
                accumulators.append(compiled[index])
                windows.append(WindowTally(compiled[index]))
            }
            windows[number].add(comparison, at: place)
        }
        pending = []
    }

    /// In which windows a transaction counts, whatever its amount.
    func shares(of subject: MatchSubject, _ pool: inout MatchPool) -> [WindowShare] {
        var shares: [WindowShare] = []
        for (number, accumulator) in accumulators.enumerated() {
            let sign = accumulator.sign(of: subject, &pool)
            if sign != 0 { shares.append(WindowShare(window: number, sign: sign)) }
        }
        return shares
    }

    /// Counts a row.
    mutating func take(
        _ row: TallyRow, _ amount: Int64, _ shares: ArraySlice<WindowShare>,
        sample: () -> Transaction
    ) {
        let number = Int(row.account)
        let isOther = move(to: row.seenAt, except: number)
        let isNew = number >= accounts.count || accounts[number] == nil
        if isNew { open(number, sample().transactionAmount.currency) }
        guard let currency = accounts[number]?.currency else { return }
        let wasLooked = !isNew && !isOther && accounts[number]?.freshAt == row.seenAt
        accounts[number]?.freshAt = row.seenAt
        for share in shares {
            windows[share.window].add(
                share.sign * amount, day: row.day.dayNumber, account: number, currency)
        }
        guard !isLost else { return }
        guard wasLooked else { return look(at: number, currency) }
        for share in shares { windows[share.window].look(at: number, currency, in: zone) }
    }

    /// Lets time pass.
    mutating func advance(to instant: Date) {
        guard !isEmpty else { return }
        _ = move(to: instant, except: nil)
    }

    /// Nothing is known from now on.
    mutating func loseTrack() { isLost = true }

    /// Adds the counts by place.
    func add(to counts: inout [Int]) {
        for window in windows { window.add(to: &counts) }
    }

    private mutating func open(_ number: Int, _ currency: Currency) {
        while accounts.count <= number { accounts.append(nil) }
        accounts[number] = Account(currency: currency, freshAt: .distantPast)
    }

    private mutating func look(at account: Int, _ currency: Currency) {
        for window in windows.indices {
            windows[window].look(at: account, currency, in: zone)
        }
    }

    /// Sets the clock; on another day, or when it goes back, the sums of other accounts are looked
    /// at anew.
    ///
    /// - Returns: whether they were.
    private mutating func move(to instant: Date, except own: Int?) -> Bool {
        guard instant != now else { return false }
        let day = CalendarDay(of: instant, in: zone)
        let isOther = day != today || instant < now
        now = instant
        guard isOther else { return false }
        today = day
        for window in windows.indices { windows[window].begin(day, at: instant, in: zone) }
        guard !isLost else { return true }
        for (number, account) in accounts.enumerated() where number != own {
            guard let account, freshness.isFresh(account.freshAt, at: instant) else { continue }
            look(at: number, account.currency)
        }
        return true
    }
}
