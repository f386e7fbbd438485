import Foundation

/// The days for which the absence of a row from a complete answer means something.
struct CoveredWindow {
    /// The first covered day; `nil` if nothing is known to be covered.
    let firstDay: CalendarDay?
    /// Whether the answer itself named the day.
    let isNamed: Bool
    /// The local day of the answer.
    let today: CalendarDay
    /// The last covered day of an answer that may be old; `nil` for one of now.
    let lastDay: CalendarDay?
    /// Days inside on which no file shows anything, so that nothing can be missing.
    private let quietDays: [ClosedRange<CalendarDay>]
    /// Whether a later day was known completely before, so that the answer may only add rows.
    private let isOlder: Bool
    /// The numbers of the statements that it contains; rows of other statements are not covered,
    /// whatever their day.
    private let statements: Set<Int>

    /// Card reservations, such as a hotel's, live about thirty days at most.
    private static let longestReservation = 30

    /// The window of one account's rows (D10): as the answer says, else from its oldest row or the
    /// previous complete answer, whichever is earlier.
    init(
        _ account: AccountObservation, rows: [TransactionObservation], previous: Date?,
        observedAt: Date, zone: TimeZone
    ) {
        today = CalendarDay(of: observedAt, in: zone)
        isNamed = account.coveredFrom != nil
        let last = previous.map { CalendarDay(of: $0, in: zone) }
        firstDay =
            account.coveredFrom
            ?? [rows.lazy.map(\.listingDay).min(), last].compactMap(\.self).min()
        lastDay = account.coveredThrough
        quietDays = account.quietDays
        isOlder = if let lastDay, let last { lastDay < last } else { false }
        statements = Set(rows.compactMap(\.statement))
    }

    /// Whether it covers no day, as for single rows that a bank's system sends one by one.
    var isEmpty: Bool {
        guard let firstDay, let lastDay else { return false }
        return lastDay < firstDay
    }

    /// Whether the answer would list this row if the bank still had it.
    ///
    /// A reservation from before a window that the answer names may still be open at the bank. It
    /// counts as missing only when no reservation lives that long.
    func covers(_ row: TransactionObservation) -> Bool { !isOlder && expects(row) }

    /// Whether the answer is doubtful if it lacks this row and others like it, even if it may only
    /// add rows.
    func expects(_ row: TransactionObservation) -> Bool {
        guard let firstDay else { return false }
        // More may have been booked on the day on which an older file was made.
        if let lastDay, row.listingDay > lastDay || isOlder && row.listingDay == lastDay {
            return false
        }
        if quietDays.contains(where: { $0.contains(row.listingDay) }) { return false }
        if let statement = row.statement, !statements.contains(statement) { return false }
        // A list that names its first day may be cut by either day of a row.
        let day = isNamed ? min(row.date, row.listingDay) : row.listingDay
        if day >= firstDay { return true }
        guard row.status.isReservation, !isOlder else { return false }
        return !isNamed || row.date.days(until: today) > Self.longestReservation
    }

    /// The first day of the history that is known without a gap after this answer.
    ///
    /// An answer that begins after the previous one leaves a gap. The history before the gap no
    /// longer counts, because something may be missing in between.
    func history(after known: AccountFacts?, zone: TimeZone) -> CalendarDay {
        let answered = firstDay ?? today
        guard let known, let completeAt = known.completeAt,
            answered <= CalendarDay(of: completeAt, in: zone)
        else { return answered }
        let first = known.history(in: zone)
        // A single old row does not make known what lies around it.
        guard isNamed else { return first }
        // An old answer that ends before the known days leaves a gap between.
        if let lastDay, lastDay.adding(days: 1) < first { return first }
        return min(first, answered)
    }
}

/// The days of an account before its known history, which an answer may bring later.
///
/// They are part of the silent baseline, whenever they come: nothing in them is new, and a row
/// counts as seen when the account was first read.
struct UnknownPast {
    /// When the account was first read.
    let baseline: Date
    private let firstKnown: CalendarDay

    init(before known: AccountFacts, zone: TimeZone) {
        baseline = known.firstSeen
        firstKnown = known.history(in: zone)
    }

    /// Whether a row that an answer for `window` shows for the first time is from those days.
    ///
    /// A row that is dated before the answer's own days came late and is new. That does not apply
    /// to an answer that may be old, whose days may have gaps.
    func holds(_ row: TransactionObservation, in window: CoveredWindow) -> Bool {
        guard window.isNamed, let firstDay = window.firstDay, !row.status.isReservation else {
            return false
        }
        guard row.listingDay < firstKnown else { return false }
        return row.listingDay >= firstDay || window.lastDay != nil
    }
}
