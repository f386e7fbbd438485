import Foundation

/// One account's rows of one answer meeting the account's records.
///
/// Passes run from the strongest evidence to the weakest; each takes only what is still open on
/// both sides.
struct AccountReconciliation {
    /// What the passes know besides rows and records.
    struct Context {
        /// The account.
        let account: UUID
        /// When the answer was complete.
        let observedAt: Date
        /// Whether this is the account's silent first answer.
        let isBaseline: Bool
        /// Whether absence may be counted: not when the same answer is played again.
        let countsAbsence: Bool
        /// Which days the answer covers.
        let window: CoveredWindow
        /// The past that an answer may bring later; `nil` while the account is new.
        let past: UnknownPast?
        /// Transactions that a person joined with others.
        let retired: Set<UUID>
        /// Bookings that a person took from a reservation, by the reservation.
        let keptApart: [UUID: RowKind.Apart]
    }

    let context: Context
    let rows: [TransactionObservation]
    let records: [TransactionRecord]
    /// The record of each row, once it is recognised.
    private(set) var recordOfRow: [Int?]
    /// Whether the record has found its row.
    private(set) var isListed: [Bool]
    /// Why a row was taken for the booking of a record.
    private(set) var evidence: [Int: MatchEvidence] = [:]
    /// Rows that show again what a record was before its booking: an older answer of the bank.
    private(set) var echoes: Set<Int> = []
    /// Rows that may tell something that their record does not know.
    private(set) var unsettled: Set<Int> = []
    /// Reservations that are listed beside their booking and are no movement of their own.
    private(set) var absorbed: Set<Int> = []
    /// Listed records whose reservation may be listed beside them.
    private(set) var doubled: [Int] = []
    /// Those of them whose reservation was found.
    var answered: Set<Int> = []
    /// Why a new row was taken for the booking of a reservation in the same answer.
    var bornBooked: [Int: MatchEvidence] = [:]
    /// What became known of the reservation of a booking that had been seen without it.
    private(set) var learned: [Int: MatchEvidence] = [:]
    private var openRowCount: Int

    /// Prepares the meeting.
    init(
        _ context: Context, rows: [TransactionObservation], records: [TransactionRecord]
    ) {
        self.context = context
        self.rows = rows
        self.records = records
        recordOfRow = Array(repeating: nil, count: rows.count)
        isListed = Array(repeating: false, count: records.count)
        openRowCount = rows.count
    }

    /// Recognises rows and gives what changes.
    mutating func drafts() -> [RecordDraft] {
        recogniseContent()
        if hasOpenRows {
            recogniseStillListed()
            recogniseBankIDs()
            recogniseAmendedBookings()
            recogniseReservationsChangedToBooked()
            recogniseBookings()
            recogniseAmendedReservations()
            recogniseChangedReservations()
            recogniseEchoes()
            recogniseLateReservations()
        }
        return listedDrafts() + missingDrafts() + newDrafts()
    }

    /// Takes `row` for `record`.
    mutating func link(
        _ row: Int, _ record: Int, evidence why: MatchEvidence? = nil, isEcho: Bool = false,
        isSameContent: Bool = false
    ) {
        recordOfRow[row] = record
        isListed[record] = true
        openRowCount -= 1
        if !isSameContent || !isUnchanged(record, row) { unsettled.insert(row) }
        if let why { evidence[row] = why }
        if isEcho { echoes.insert(row) }
        if mayBeDoubled(record) { doubled.append(record) }
    }

    /// Whether a row beside the record may show its reservation.
    private func mayBeDoubled(_ record: Int) -> Bool {
        // In place, because a copy of every record would cost more than all comparisons.
        records.withUnsafeBufferPointer { MatchEvidence.mayBeDoubled($0[record]) }
    }

    /// Passes over a row that is no movement of its own.
    mutating func absorb(_ row: Int) {
        absorbed.insert(row)
        openRowCount -= 1
    }

    /// Passes over a row that shows the reservation of a record whose booking is listed.
    mutating func absorb(_ row: Int, learning why: MatchEvidence, for record: Int) {
        absorb(row)
        learned[record] = why
        if let listed = recordOfRow.firstIndex(of: record) { unsettled.insert(listed) }
    }

    /// Takes a row from its record again, which needs another one at once.
    mutating func unlink(_ row: Int) -> Int? {
        guard let record = recordOfRow[row] else { return nil }
        recordOfRow[row] = nil
        unsettled.remove(row)
        openRowCount += 1
        return record
    }

    /// The booking that a record is never to be taken for.
    func keptApart(_ record: TransactionRecord) -> RowKind.Apart? {
        context.keptApart.isEmpty ? nil : context.keptApart[record.transaction.id]
    }

    /// Whether any row is still without a record.
    private var hasOpenRows: Bool { openRowCount > 0 }

    /// The rows without a record that satisfy `condition`, in an order that rows can't influence.
    func openRows(where condition: (TransactionObservation) -> Bool) -> [Int] {
        let open = rows.indices.filter {
            recordOfRow[$0] == nil && !absorbed.contains($0) && condition(rows[$0])
        }
        return inOrder(open)
    }

    /// Sorts rows by their content.
    func inOrder(_ indices: [Int]) -> [Int] {
        guard indices.count > 1 else { return indices }
        return indices.map { (rows[$0].orderKey, $0) }.sorted { $0 < $1 }.map(\.1)
    }

    /// The records without a row that satisfy `condition`, oldest first.
    func openRecords(where condition: (TransactionRecord) -> Bool) -> [Int] {
        inAge(records.indices.filter { !isListed[$0] && condition(records[$0]) })
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
