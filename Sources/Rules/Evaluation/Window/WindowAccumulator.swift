import Finance
import Foundation

/// Keeps one aggregate of a sentence up to date, account by account.
struct WindowAccumulator: Sendable {
    /// What is made of the transactions.
    let measure: Aggregate.Measure
    /// Over which time.
    let window: Window.Kind
    let added: MatchProgram
    /// What is taken off, such as refunds.
    let subtracted: MatchProgram?
    private let keepsEntries: Bool
    private var accounts: [UUID: AccountWindow] = [:]

    /// Compiles an aggregate; filters go to the pool, accounts are chosen when it is read.
    init(_ aggregate: Aggregate, pool: inout MatchPool) {
        measure = aggregate.measure
        window = aggregate.window.kind
        let filters = aggregate.filters.besidesAccounts
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
        keepsEntries = isLargest || !Self.isOfDays(aggregate.window.kind)
    }

    private static func withoutOwnTransfers(_ program: MatchProgram) -> MatchProgram {
        var program = program
        program.exceptsOwnTransfers = true
        return program
    }

    /// Whether it moves from day to day, not from minute to minute.
    var isOfDays: Bool { Self.isOfDays(window) }

    private static func isOfDays(_ window: Window.Kind) -> Bool {
        guard case .last(let length) = window else { return true }
        return length.fixedSeconds == nil
    }

    /// Counts a transaction that came, or takes off one that went.
    ///
    /// - Parameter sign: 1 for what is added to the sum, −1 for what is subtracted.
    mutating func count(_ transaction: Transaction, sign: Int64, isThere: Bool) {
        let entry = WindowEntry(
            day: transaction.transactionDate.dayNumber, firstSeen: transaction.firstSeen,
            amount: sign * transaction.transactionAmount.minorUnits)
        let account = transaction.accountID
        if isThere {
            accounts[account, default: AccountWindow(keepsEntries: keepsEntries)]
                .add(entry, id: transaction.id)
        } else {
            accounts[account]?.remove(entry, id: transaction.id)
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

    func hasRows(of account: UUID) -> Bool { accounts[account] != nil }
}
