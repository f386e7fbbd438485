import Finance
import Foundation

/// Keeps one aggregate of a sentence up to date, account by account.
struct WindowAccumulator: Sendable {
    /// What is made of the transactions.
    let measure: Aggregate.Measure
    /// Over which time.
    let window: Window.Kind
    private let added: MatchProgram
    private let subtracted: MatchProgram?
    private let keepsEntries: Bool
    private var accounts: [UUID: AccountWindow] = [:]

    /// Compiles an aggregate; filters go to the pool, accounts are chosen when it is read.
    init(_ aggregate: Aggregate, pool: inout MatchPool) {
        measure = aggregate.measure
        window = aggregate.window.kind
        let filters = aggregate.filters.filter { $0.scope == nil }
        var subtracted: MatchProgram?
        switch aggregate.measure {
        case .spending:
            added = Self.withoutOwnTransfers(pool.program(.spending, filters))
            subtracted = Self.withoutOwnTransfers(pool.program(.refunds, filters, flow: .out))
        case .income:
            added = Self.withoutOwnTransfers(pool.program(.income, filters))
        case .count(let noun), .largest(let noun):
            added = pool.program(TransactionKinds(noun), filters)
        }
        self.subtracted = subtracted
        let isLargest = if case .largest = aggregate.measure { true } else { false }
        let isShort =
            if case .last(let length) = window { length.fixedSeconds != nil } else { false }
        keepsEntries = isLargest || isShort
    }

    private static func withoutOwnTransfers(_ program: MatchProgram) -> MatchProgram {
        var program = program
        program.exceptsOwnTransfers = true
        return program
    }

    /// Counts a transaction that was stored before.
    mutating func add(_ subject: MatchSubject, _ pool: inout MatchPool) {
        guard let entry = entry(for: subject, &pool) else { return }
        let transaction = subject.transaction
        accounts[transaction.accountID, default: AccountWindow(keepsEntries: keepsEntries)]
            .add(entry, id: transaction.id)
    }

    /// Takes a transaction off again.
    mutating func remove(_ subject: MatchSubject, _ pool: inout MatchPool) {
        guard let entry = entry(for: subject, &pool) else { return }
        let transaction = subject.transaction
        accounts[transaction.accountID, default: AccountWindow(keepsEntries: keepsEntries)]
            .remove(entry, id: transaction.id)
    }

    /// The total of one account inside the bounds.
    mutating func total(
        of account: AccountFacts, _ bounds: WindowBounds, zone: TimeZone
    ) -> AccountWindow.Total {
        accounts[account.account.id]?.total(bounds, baseline: account.firstSeen, zone: zone)
            ?? AccountWindow.Total()
    }

    private func entry(for subject: MatchSubject, _ pool: inout MatchPool) -> WindowEntry? {
        let transaction = subject.transaction
        let sign = sign(of: subject, &pool)
        guard sign != 0 else { return nil }
        return WindowEntry(
            day: transaction.transactionDate.dayNumber, firstSeen: transaction.firstSeen,
            amount: sign * transaction.transactionAmount.minorUnits)
    }

    /// Whether a transaction is added, 1, subtracted, −1, or left out, 0.
    func sign(of subject: MatchSubject, _ pool: inout MatchPool) -> Int64 {
        if added.matches(subject, &pool, accounts: []) { return 1 }
        if let subtracted, subtracted.matches(subject, &pool, accounts: []) { return -1 }
        return 0
    }

    /// Whether transactions are chosen by their amounts.
    var looksAtAmounts: Bool { added.hasLimits || subtracted?.hasLimits == true }

    /// Whether sums and counts of days are enough, without the rows themselves.
    var isOfDays: Bool { !keepsEntries }
}
