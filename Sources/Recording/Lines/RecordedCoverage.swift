public import Finance
public import Foundation

/// Fills in which days the lines of a recording cover, where the lines do not say it.
///
/// A line without `from` covers an account from the oldest row it has for it; for an account
/// that was in an earlier line, at least from the day of that line on.
public struct RecordedCoverage: Sendable {
    private struct Key: Hashable {
        let source: String
        let account: String
    }

    private let zone: TimeZone
    private var lastSeen: [Key: CalendarDay] = [:]

    /// Starts before the first line; `seen` has the days on which accounts of `source` were seen before,
    /// by the bank's account id.
    public init(zone: TimeZone, source: String = "", seen: [String: CalendarDay] = [:]) {
        self.zone = zone
        for (account, day) in seen { lastSeen[Key(source: source, account: account)] = day }
    }

    /// The snapshot with `coveredFrom` of each account; call it once per line, in order.
    public mutating func filled(_ snapshot: Snapshot) -> Snapshot {
        guard snapshot.outcome.hasFacts else { return snapshot }
        let today = CalendarDay(of: snapshot.observedAt, in: zone)
        var oldest: [String: CalendarDay] = [:]
        for row in snapshot.transactions {
            oldest[row.bankAccountID] = min(oldest[row.bankAccountID] ?? row.date, row.date)
        }
        let accounts = snapshot.accounts.map { account in
            let id = account.details.bankAccountID
            let key = Key(source: snapshot.source, account: id)
            var account = account
            let known = [oldest[id], lastSeen[key]].compactMap(\.self).min()
            account.coveredFrom = account.coveredFrom ?? known ?? today
            lastSeen[key] = today
            return account
        }
        return Snapshot(
            source: snapshot.source, observedAt: snapshot.observedAt, outcome: snapshot.outcome,
            accounts: accounts, transactions: snapshot.transactions,
            scheduled: snapshot.scheduled)
    }
}
