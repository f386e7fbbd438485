public import Foundation

/// What the store holds about one source, as far as reconciling one of its answers needs it.
///
/// The store feeds it: all accounts of the source, and of each account in the answer the records
/// that the covered days can touch plus every open reservation.
public struct Holdings: Sendable, Hashable {
    /// The facts of each known account of the source.
    public var accounts: [UUID: AccountFacts]
    /// The records of each account in the answer, gone ones included.
    public var records: [UUID: [TransactionRecord]]

    /// Makes holdings; nothing is held by default.
    public init(
        accounts: [UUID: AccountFacts] = [:], records: [UUID: [TransactionRecord]] = [:]
    ) {
        self.accounts = accounts
        self.records = records
    }

    /// The earliest day whose records an answer can touch, by account.
    ///
    /// Everything dated from here on, and every open reservation, belongs into the holdings.
    public static func firstDayNeeded(for snapshot: Snapshot) -> [UUID: CalendarDay] {
        var days: [UUID: CalendarDay] = [:]
        for account in snapshot.accounts {
            let rows = snapshot.transactions.lazy.filter {
                $0.bankAccountID == account.details.bankAccountID
            }
            let oldest = rows.map { min($0.date, $0.posted ?? $0.date) }.min()
            let candidates = [account.coveredFrom, oldest].compactMap { $0 }
            // A booking may be dated some days after its purchase: leave room before the window.
            days[account.details.id] = candidates.min()?.adding(days: -10)
        }
        return days
    }
}
