import Foundation

/// Matches one account's rows of one answer with the account's records.
///
/// Passes run from the strongest evidence to the weakest; each matches only rows and records that
/// are still open. `docs/identity.md` has the table of passes.
struct AccountReconciliation {
    /// The input of the passes besides rows and records.
    struct Context {
        let account: UUID
        /// When the answer was complete.
        let observedAt: Date
        /// When the complete answer before this one was; `nil` for the silent first one.
        let previous: Date?
        let zone: TimeZone
        /// Whether absence may be counted: not when the same answer is reconciled again.
        let countsAbsence: Bool
        let window: CoveredWindow
        /// The days before the known history, which an answer may bring later; `nil` while the
        /// account is new.
        let past: UnknownPast?
        /// Transactions that a person joined with others.
        let retired: Set<UUID>
        /// Bookings that a person took from a reservation, by the reservation.
        let keptApart: [UUID: RowKind.Apart]
        let tolerances: IdentityTolerances

        /// Whether this is the account's silent first answer.
        var isBaseline: Bool { previous == nil }
    }

    enum Fate: Sendable, Hashable {
        /// No record was found for it yet.
        case open
        /// It is not a movement of its own.
        case absorbed
        /// It has the content of a record.
        case same(Int)
        /// It is the newest form of a record.
        case changed(Int)
        /// It shows the reservation of a record that is booked already: an older answer of the
        /// bank.
        case echo(Int)

        /// The record that it was recognised as.
        var record: Int? {
            switch self {
            case .open, .absorbed: nil
            case .same(let record), .changed(let record), .echo(let record): record
            }
        }
    }

    let context: Context
    let rows: [TransactionObservation]
    let records: [TransactionRecord]
    private(set) var fates: [Fate]
    /// The row of each record, once it is recognised.
    private(set) var rowOfRecord: [Int?]
    /// Why a row was matched as the booking of a reservation: that of its record, or, for a row
    /// without one, of a row in the same answer.
    var evidence: [Int: MatchEvidence] = [:]
    /// The reservations that were found for booked records which had been seen without one.
    var learned: [Int: MatchEvidence] = [:]
    /// Records whose reservation was found listed beside them.
    var answered: Set<Int> = []
    /// Whether so much is missing that the answer needs confirmation (D70).
    private(set) var isDoubtful = false

    init(_ context: Context, rows: [TransactionObservation], records: [TransactionRecord]) {
        self.context = context
        self.rows = rows
        self.records = records
        fates = Array(repeating: .open, count: rows.count)
        rowOfRecord = Array(repeating: nil, count: records.count)
    }

    /// Recognises rows and returns the changed records.
    mutating func drafts() -> [RecordDraft] {
        recogniseContent()
        if fates.contains(.open) {
            recogniseStillListed()
            recogniseBankIDs()
            recogniseAmendedBookings()
            recogniseMovedReservations()
            recogniseReservationsChangedToBooked()
            recogniseBookings()
            recogniseAmendedReservations()
            recogniseChangedReservations()
            recogniseEchoes()
            recogniseLateReservations()
        }
        isDoubtful = hasLostTooMuch
        if isDoubtful { return doubtfulDrafts() }
        var drafts = listedDrafts()
        drafts += missingDrafts()
        drafts += newDrafts()
        return drafts
    }

    /// Matches a row with a record.
    mutating func link(_ row: Int, _ fate: Fate, evidence why: MatchEvidence? = nil) {
        guard let record = fate.record else { return }
        fates[row] = fate
        rowOfRecord[record] = row
        if let why { evidence[row] = why }
    }

    /// Skips a row that is not a movement of its own.
    mutating func absorb(_ row: Int) { fates[row] = .absorbed }

    /// Separates a row from its record, which needs another one at once.
    mutating func unlink(_ row: Int) -> Int? {
        guard let record = fates[row].record else { return nil }
        fates[row] = .open
        return record
    }

    /// Whether the record has found its row.
    func isListed(_ record: Int) -> Bool { rowOfRecord[record] != nil }

    /// The booking that a record must never be matched with.
    func keptApart(_ record: TransactionRecord) -> RowKind.Apart? {
        context.keptApart.isEmpty ? nil : context.keptApart[record.transaction.id]
    }

    /// The rows without a record that satisfy `condition`, in an order that rows can't influence.
    func openRows(where condition: (TransactionObservation) -> Bool) -> [Int] {
        inOrder(rows.indices.filter { fates[$0] == .open && condition(rows[$0]) })
    }

    /// Sorts rows by their content.
    func inOrder(_ indices: [Int]) -> [Int] {
        guard indices.count > 1 else { return indices }
        return indices.map { (rows[$0].orderKey, $0) }.sorted { $0 < $1 }.map(\.1)
    }

    /// The records without a row that satisfy `condition`, oldest first.
    func openRecords(where condition: (TransactionRecord) -> Bool) -> [Int] {
        inAge(records.indices.filter { !isListed($0) && condition(records[$0]) })
    }

    /// Sorts records, listed before missing, then by age: the order in which twins are taken.
    func inAge(_ indices: [Int]) -> [Int] {
        guard indices.count > 1 else { return indices }
        let keyed = indices.map { index in
            let transaction = (records[index].transaction.firstSeen, records[index].transaction.id)
            return (records[index].missedAnswers, transaction.0, transaction.1, index)
        }
        return keyed.sorted { $0 < $1 }.map(\.3)
    }

    /// Whether a record that went away may still be booked or come back (D11, D19).
    func isWithinReach(_ record: TransactionRecord) -> Bool {
        guard record.isGone, record.observation.status.isReservation,
            let missingSince = record.missingSince
        else { return true }
        return context.observedAt.timeIntervalSince(missingSince) <= Self.reach
    }

    /// How long a vanished reservation stays a candidate: ten days.
    private static let reach: TimeInterval = 10 * 86_400
}
