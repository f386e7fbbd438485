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
    /// What a person decided about transactions of those accounts, carried out or not; the
    /// records that an open one names belong into ``records`` however old they are.
    public var decisions: [IdentityDecision]

    /// Makes holdings; nothing is held by default.
    public init(
        accounts: [UUID: AccountFacts] = [:], records: [UUID: [TransactionRecord]] = [:],
        decisions: [IdentityDecision] = []
    ) {
        self.accounts = accounts
        self.records = records
        self.decisions = decisions
    }

    /// The earliest day whose records an answer can touch, by account.
    ///
    /// Everything dated or posted from here on belongs into the holdings, gone records included,
    /// and beside it every reservation that is neither booked nor gone.
    public static func firstDayNeeded(for snapshot: Snapshot) -> [UUID: CalendarDay] {
        var oldest: [String: CalendarDay] = [:]
        for row in snapshot.transactions {
            let day = min(row.date, row.posted ?? row.date)
            oldest[row.bankAccountID] = min(day, oldest[row.bankAccountID] ?? day)
        }
        var days: [UUID: CalendarDay] = [:]
        for account in snapshot.accounts {
            // An answer that names no day covers at least what came since the previous one (D10).
            let recent = CalendarDay(of: snapshot.observedAt, in: .gmt).adding(days: -recentDays)
            let covered = account.coveredFrom ?? recent
            let first = min(covered, oldest[account.details.bankAccountID] ?? covered)
            // A booking may be dated some days after its purchase: leave room before the window.
            days[account.details.id] = first.adding(days: -10)
        }
        return days
    }

    /// How far back an answer reaches that does not say so; longer pauses between polls are rare.
    private static let recentDays = 30
}
