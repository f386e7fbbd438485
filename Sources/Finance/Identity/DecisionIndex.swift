public import Foundation

/// A person's decision on which stored transactions are one movement.
///
/// It overrides all evidence: the next complete answer of the account applies it, and every later
/// one respects it. Its changes are stored and counted, but notify nobody.
public struct IdentityDecision: Sendable, Hashable, Identifiable {
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Two stored transactions are one.
        case join
        /// A booking does not belong to the reservation that it was matched with.
        case split
    }

    /// Increases with each decision of a store; a later one overrides an earlier one.
    public let id: Int64
    public let kind: Kind
    public let accountID: UUID
    /// The transaction that is kept: of two joined ones the older, of a split one the reservation.
    public internal(set) var first: UUID
    /// The other one: joined with the first, or split off; `nil` for a split that is not applied
    /// yet.
    public internal(set) var second: UUID?
    public let decidedAt: Date
    /// When it was applied, or found to be without object; `nil` while it waits.
    public internal(set) var appliedAt: Date?

    public init(
        id: Int64, kind: Kind, accountID: UUID, first: UUID, second: UUID?, decidedAt: Date,
        appliedAt: Date? = nil
    ) {
        self.id = id
        self.kind = kind
        self.accountID = accountID
        self.first = first
        self.second = second
        self.decidedAt = decidedAt
        self.appliedAt = appliedAt
    }

    /// Why two records can't be one movement; `nil` if a person may join them.
    public static func objection(
        to left: TransactionRecord, _ right: TransactionRecord
    ) -> Objection? {
        let (one, other) = (left.transaction, right.transaction)
        guard one.id != other.id else { return .sameTransaction }
        guard one.accountID == other.accountID else { return .otherAccount }
        guard one.transactionAmount.currency == other.transactionAmount.currency,
            one.creditDebitIndicator == other.creditDebitIndicator
        else { return .otherDirection }
        let areListed = [left, right].allSatisfy { !$0.isGone && $0.missedAnswers == 0 }
        let areBooked = [one, other].allSatisfy { !$0.status.isReservation }
        return areListed && areBooked ? .bothBooked : nil
    }

    /// What prevents a join even if a person asks for it.
    public enum Objection: Sendable, Hashable {
        case sameTransaction
        case otherAccount
        /// One is money in and the other out, or the currencies differ.
        case otherDirection
        /// The bank lists both as booked: money moved twice.
        case bothBooked
    }
}

/// A record that an answer changes, with the change that readers see.
struct RecordDraft {
    var record: TransactionRecord
    /// The transaction before; `nil` when it is new.
    var before: Transaction? { past?.value }
    /// What readers see; `nil` for bookkeeping.
    var cause: TransactionChange.Cause?
    let wasGone: Bool
    private let past: Boxed<Transaction>?
    private let isSilent: Bool

    /// - Parameters:
    ///   - isSilent: whether nobody is notified, because a person did it.
    ///   - wasGone: whether the transaction before had gone already.
    init(
        record: TransactionRecord, before: Transaction?, cause: TransactionChange.Cause?,
        isSilent: Bool = false, wasGone: Bool = false
    ) {
        self.record = record
        self.cause = cause
        past = before.map(Boxed.value)
        self.isSilent = isSilent
        self.wasGone = wasGone
    }

    /// The change for rules and readers, if there is one.
    var change: TransactionChange? {
        guard let cause else { return nil }
        let isGone = cause == .dropped || cause == .removed
        let after = isGone ? nil : record.transaction
        return TransactionChange(
            before: before, after: after, cause: cause,
            isBaseline: isSilent || (record.isBaseline && !settlesDifferently),
            wasInBaseline: record.isBaseline, wasGone: wasGone)
    }

    /// Whether a known amount changed, which is reported even in a silent first poll (D34).
    private var settlesDifferently: Bool {
        guard let before, cause == .booked || cause == .amended else { return false }
        return before.signedAmount != record.transaction.signedAmount
    }

    /// Deletes first, then updates, then inserts, each by date; equals by identifier.
    var place: (Int, CalendarDay, UUID) {
        let isDelete = cause == .dropped || cause == .removed
        let kind = isDelete ? 0 : past == nil ? 2 : 1
        return (kind, record.transaction.transactionDate, record.transaction.id)
    }
}

/// Applies a person's decisions to one account's records, before rows are matched.
struct DecisionIndex {
    /// The decisions that were applied now.
    private(set) var applied: [IdentityDecision] = []
    /// Records that were joined with others and are no longer matched.
    private(set) var retired: Set<UUID> = []
    /// Bookings that must not be matched with a reservation again, by the reservation.
    private(set) var keptApart: [UUID: RowKind.Apart] = [:]

    /// The record that was last joined with another, by the one that was kept.
    private var joinedInto: [UUID: UUID] = [:]
    private let now: Date
    private var records: [UUID: TransactionRecord] = [:]
    private var changes: [UUID: RecordDraft] = [:]

    /// Applies the open ones of `decisions` and reads the others.
    init(_ decisions: [IdentityDecision], on all: [TransactionRecord], at now: Date) {
        self.now = now
        guard !decisions.isEmpty else { return }
        records = Dictionary(all.map { ($0.transaction.id, $0) }) { first, _ in first }
        for decision in decisions.sorted(by: { $0.id < $1.id }) { carryOut(decision) }
    }

    /// The records after the decisions, without retired ones.
    func records(of all: [TransactionRecord]) -> [TransactionRecord] {
        guard !records.isEmpty else { return all }
        let known = Set(all.map(\.transaction.id))
        let added = changes.keys.filter { !known.contains($0) }.sorted()
        return all.compactMap { record in
            let id = record.transaction.id
            return retired.contains(id) ? nil : records[id]
        } + added.compactMap { records[$0] }
    }

    /// The drafts of rows and decisions together, each record once.
    func drafts(after drafts: [RecordDraft]) -> [RecordDraft] {
        guard !changes.isEmpty else { return drafts }
        var open = changes
        var all = drafts.map { draft in
            guard let change = open.removeValue(forKey: draft.record.transaction.id) else {
                return draft
            }
            let isDelete = draft.cause == .dropped || draft.cause == .removed
            return RecordDraft(
                record: draft.record, before: change.before,
                cause: isDelete ? draft.cause : change.cause ?? draft.cause, isSilent: true,
                wasGone: change.wasGone)
        }
        all += open.sorted { $0.key < $1.key }.map(\.value)
        return all
    }

    private mutating func carryOut(_ decision: IdentityDecision) {
        var decision = decision
        if decision.appliedAt == nil {
            switch decision.kind {
            case .join: join(&decision)
            case .split: split(&decision)
            }
            decision.appliedAt = now
            applied.append(decision)
        }
        remember(decision)
    }

    /// Stores the lasting effect of a decision that was applied.
    private mutating func remember(_ decision: IdentityDecision) {
        guard let second = decision.second else { return }
        switch decision.kind {
        case .join where records[second]?.isGone == true:
            retired.insert(second)
            joinedInto[decision.first] = second
            keptApart[decision.first] = nil
        case .join: break
        case .split:
            retired.remove(second)
            if let booking = records[second]?.observation {
                keptApart[decision.first] = RowKind.Apart(booking)
            }
        }
    }

    private mutating func note(
        _ record: TransactionRecord, before: TransactionRecord?, cause: TransactionChange.Cause?
    ) {
        let id = record.transaction.id
        let known = changes[id]
        records[id] = record
        changes[id] = RecordDraft(
            record: record, before: known.map(\.before) ?? before?.transaction, cause: cause,
            isSilent: true, wasGone: known?.wasGone ?? before?.isGone ?? false)
    }
}

extension DecisionIndex {
    private mutating func join(_ decision: inout IdentityDecision) {
        guard let second = decision.second, let left = records[decision.first],
            let right = records[second], IdentityDecision.objection(to: left, right) == nil,
            // One that was joined already lives on in another; its amount must not count again.
            !retired.contains(decision.first), !retired.contains(second)
        else {
            decision.second = nil
            return
        }
        let isInOrder = Self.age(left) < Self.age(right)
        let (kept, merged) = isInOrder ? (left, right) : (right, left)
        decision.first = kept.transaction.id
        decision.second = merged.transaction.id
        let whole = Self.joined(kept, merged)
        note(whole, before: kept, cause: kept.isGone ? .returned : .amended)
        var gone = merged
        gone.isGone = true
        gone.missedAnswers = 2
        gone.missingSince = merged.missingSince ?? now
        note(gone, before: merged, cause: merged.isGone ? nil : .removed)
    }

    private static func age(_ record: TransactionRecord) -> (Date, UUID) {
        (record.transaction.firstSeen, record.transaction.id)
    }

    /// Returns one record with the identity of `kept` and the more informative row of the two.
    private static func joined(
        _ kept: TransactionRecord, _ merged: TransactionRecord
    ) -> TransactionRecord {
        let isMergedNewer = rank(merged) >= rank(kept)
        let (newest, older) = isMergedNewer ? (merged, kept) : (kept, merged)
        let row = newest.observation.keepingDetails(of: older.observation)
        var record = newest
        record.observation = row
        record.isBaseline = kept.isBaseline
        record.transaction = kept.transaction.shown(by: row)
        record.transaction.isOwnTransfer =
            kept.transaction.isOwnTransfer || merged.transaction.isOwnTransfer
        let isBooking = older.observation.status.isReservation && !row.status.isReservation
        record.transaction.reservedAmount =
            isBooking
            ? older.transaction.transactionAmount
            : newest.transaction.reservedAmount ?? older.transaction.reservedAmount
        if isBooking, row.posted == row.date, older.transaction.transactionDate < row.date {
            record.transaction.transactionDate = older.transaction.transactionDate
        }
        record.evidence = MatchEvidence(.person, "joined by hand", of: older.observation)
        return record
    }

    /// Ranks a booking above a reservation, and a listed row above a missing one.
    private static func rank(_ record: TransactionRecord) -> Int {
        (record.observation.status.isReservation ? 0 : 2)
            + (record.isGone || record.missedAnswers > 0 ? 0 : 1)
    }

    private mutating func split(_ decision: inout IdentityDecision) {
        guard let whole = records[decision.first], let evidence = whole.evidence else { return }
        // A joined record is split into the two that it was made of.
        let former = joinedInto[decision.first].flatMap { retired.contains($0) ? $0 : nil }
        var identifiers = NewIdentifiers(
            account: decision.accountID, records: Array(records.values))
        let second = former ?? identifiers.next(for: whole.observation)
        decision.second = second
        var booking = whole
        booking.evidence = nil
        booking.transaction = Transaction(
            id: second, accountID: whole.transaction.accountID, observed: whole.observation,
            firstSeen: records[second]?.transaction.firstSeen ?? now)
        booking.transaction.isOwnTransfer = whole.transaction.isOwnTransfer
        note(booking, before: nil, cause: .appeared)
        note(Self.reservation(of: whole, evidence), before: whole, cause: .amended)
    }

    /// The reservation before the booking, as far as the evidence has it.
    private static func reservation(
        of whole: TransactionRecord, _ evidence: MatchEvidence
    ) -> TransactionRecord {
        var row = TransactionObservation(
            bankAccountID: whole.observation.bankAccountID, amount: evidence.reservedAmount,
            status: .pending, date: evidence.reservedDay ?? whole.transaction.transactionDate)
        row.text = evidence.reservedText
        row.type = whole.observation.type
        return TransactionRecord(
            transaction: whole.transaction.shown(by: row), observation: row,
            isBaseline: whole.isBaseline)
    }
}
