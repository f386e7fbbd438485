import Foundation

/// The days of an account before its known history, which an answer may bring later.
///
/// They are part of the silent baseline, whenever they come: nothing in them is news, and a row
/// counts as seen when the account was first read.
struct UnknownPast {
    /// When the account was first read.
    let baseline: Date
    private let firstKnown: CalendarDay

    /// The past before what is known of an account.
    init(before known: AccountFacts, zone: TimeZone) {
        baseline = known.firstSeen
        firstKnown = known.history(in: zone)
    }

    /// Whether a row that an answer for `window` shows for the first time lies in it.
    ///
    /// A row that is dated back to before the answer's own days came late and is news.
    func holds(_ row: TransactionObservation, in window: CoveredWindow) -> Bool {
        guard window.isNamed, let firstDay = window.firstDay, !row.status.isReservation else {
            return false
        }
        return row.listingDay >= firstDay && row.listingDay < firstKnown
    }
}
