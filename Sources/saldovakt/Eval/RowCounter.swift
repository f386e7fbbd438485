import Finance
import Foundation
import Recording
import Rules

/// Counts bare transaction lines per rule without making notices, as far as that gives the same
/// numbers; see ``RowTally``.
struct RowCounter: Sendable {
    private var tally: RowTally
    private var reader = BareRowReader()
    private let zone: TimeZone
    /// When lines of a day are seen that do not say it.
    private var noons: [Int32: Date] = [:]
    /// Nothing reads them here, so that all transactions may share them.
    private let id = StableHash("bare").uuid
    private let firstSeen = Date(timeIntervalSince1970: 0)

    /// Starts at nothing.
    init(rules: RuleSet, zone: TimeZone) {
        tally = RowTally(
            rules: rules, zone: zone, pollInterval: SourceFactory.standardInterval)
        self.zone = zone
    }

    /// For each rule in the order of the file, whether it is counted here.
    var decides: [Bool] { tally.decides }

    /// Whether it matters what else the stream has.
    var looksAtTime: Bool { tally.looksAtTime }

    /// How often each rule was told, in the order of the file.
    var counts: [Int] { tally.counts }

    /// Counts a line; `nil` if it has to be read more closely first.
    ///
    /// - Returns: when it was seen.
    mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        reader.row(bytes).map { count($0) }
    }

    /// Counts a line that was read already.
    mutating func count(_ line: BareTransactionLine) {
        _ = count(reader.row(of: line))
    }

    /// Lets time pass up to a line of another kind.
    mutating func advance(to now: Date) { tally.advance(to: now) }

    /// Follows that a line could not be read.
    mutating func loseTrack() { tally.loseTrack() }

    private mutating func count(_ row: BareRow) -> Date {
        let seenAt = row.time ?? noon(of: row)
        let numbers = TallyRow(
            account: row.account, text: row.text, merchant: row.merchant, traits: row.traits,
            minorUnits: row.minorUnits, day: CalendarDay(dayNumber: Int(row.day)), seenAt: seenAt)
        tally.take(numbers) {
            Transaction(
                id: id, accountID: id, observed: reader.line(of: row).observation,
                firstSeen: firstSeen)
        }
        if reader.isFull {
            reader.forget()
            tally.forget()
        }
        return seenAt
    }

    private mutating func noon(of row: BareRow) -> Date {
        if let known = noons[row.day] { return known }
        if noons.count > 10_000 { noons = [:] }
        let noon = reader.line(of: row).observedAt(in: zone)
        noons[row.day] = noon
        return noon
    }
}
