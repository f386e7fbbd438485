public import Foundation

/// A reservation and a booking that may be one movement, where evidence did not decide.
///
/// Shown by `transactions --why`, so that a person may decide.
public struct OpenQuestion: Sendable, Hashable {
    /// The transaction that is or was reserved.
    public let reservation: UUID
    /// The booked transaction that no reservation was found for.
    public let booking: UUID
    /// What agrees: `same amount, same day, the merchant agrees`.
    public let words: String
}

/// Finds what reconciliation left open.
public enum OpenQuestions: Sendable {
    /// The pairs among one account's records that evidence allows and nobody decided.
    ///
    /// - Parameters:
    ///   - records: records of one account, gone ones included.
    ///   - decisions: what a person decided; pairs that were split are no question.
    public static func among(
        _ records: [TransactionRecord], decisions: [IdentityDecision] = []
    ) -> [OpenQuestion] {
        let split = Set(decisions.filter { $0.kind == .split }.map { [$0.first, $0.second] })
        let merged = Set(decisions.filter { $0.kind == .join }.compactMap(\.second))
        let held = records.filter {
            $0.observation.status.isReservation && !merged.contains($0.transaction.id)
        }
        let booked = records.filter {
            !$0.observation.status.isReservation && !$0.isGone && $0.evidence == nil
                && !$0.isBaseline
        }
        guard !held.isEmpty, !booked.isEmpty else { return [] }
        let candidates = BookingCandidates(
            held: held.map { RowKind($0.observation, isGone: $0.isGone) }
        ).all(for: booked.map { RowKind($0.observation) })
        return candidates.compactMap { candidate in
            let (reserved, booking) = (held[candidate.held], booked[candidate.row])
            guard reserved.transaction.firstSeen <= booking.transaction.firstSeen,
                !split.contains([reserved.transaction.id, booking.transaction.id]),
                let found = BookingEvidence(step: candidate.step)
            else { return nil }
            return OpenQuestion(
                reservation: reserved.transaction.id, booking: booking.transaction.id,
                words: found.words)
        }
    }
}
