import Finance
import Foundation

/// What the banks are asked for.
struct FetchPlan: Sendable {
    /// What was last wanted of each bank; the same is while nothing moves.
    private(set) var last: [String: FetchRequest] = [:]

    /// What is wanted of a bank, from what is known of its accounts.
    mutating func request(
        for source: String, of accounts: [AccountFacts], zone: TimeZone,
        includesScheduled: Bool
    ) -> FetchRequest {
        var known: [String: CalendarDay] = [:]
        var first: [String: CalendarDay] = [:]
        for account in accounts {
            guard let completeAt = account.completeAt else { continue }
            known[account.account.bankAccountID] = CalendarDay(of: completeAt, in: zone)
            first[account.account.bankAccountID] = account.history(in: zone)
        }
        let request = FetchRequest(
            knownThrough: known, knownFrom: first, includesScheduled: includesScheduled)
        last[source] = request
        return request
    }
}
