public import Foundation

/// Why a booked row was matched as the booking of a reservation; shown by `transactions --why`.
public struct MatchEvidence: Sendable, Hashable, Codable {
    /// How strong the evidence is; lower is stronger.
    public enum Tier: Int, Sendable, Hashable, Codable {
        /// A person decided it.
        case person = -1
        /// The bank's own stable id is the same.
        case bankID = 0
        /// Same content, same ordinal among equals.
        case fingerprint = 1
        /// Same amount and purchase day, and the merchant's name agrees.
        case amountDayMerchant = 2
        /// Same amount and purchase day; the reservation's text hides the merchant.
        case amountDay = 3
        /// Weaker: amount within tolerance or purchase day ±1 (D23), or equal amounts where the
        /// booking has no day of purchase; the merchant agrees or the reservation hides it.
        case tolerance = 4
    }

    public let tier: Tier
    /// The properties that agreed and those that did not: `same amount, same day, text hides the
    /// merchant`.
    public let words: String
    public let reservedText: String?
    /// The reserved amount, signed.
    public let reservedAmount: Money
    /// The day of the reservation, where it is known.
    public let reservedDay: CalendarDay?
    /// Whether the bank listed the reservation beside its booking, and so may do it again.
    public let isListedTwice: Bool

    public init(
        tier: Tier, words: String, reservedText: String?, reservedAmount: Money,
        reservedDay: CalendarDay? = nil, isListedTwice: Bool = false
    ) {
        self.tier = tier
        self.words = words
        self.reservedText = reservedText
        self.reservedAmount = reservedAmount
        self.reservedDay = reservedDay
        self.isListedTwice = isListedTwice
    }

    /// Whether a row like the reservation may be listed beside the booking without being a new
    /// movement.
    var mayBeDoubled: Bool { isListedTwice || tier == .person }

    init(_ tier: Tier, _ words: String, of row: TransactionObservation, isListedTwice: Bool = false)
    {
        self.init(
            tier: tier, words: words, reservedText: row.text, reservedAmount: row.amount,
            reservedDay: row.date, isListedTwice: isListedTwice)
    }
}

/// A reservation and a booking that may be one movement, where evidence did not decide.
///
/// `transactions --why` shows it, so that a person may decide.
public struct OpenQuestion: Sendable, Hashable {
    /// The transaction that is or was reserved.
    public let reservation: UUID
    /// The booked transaction that no reservation was found for.
    public let booking: UUID
    /// The properties that agree: `same amount, same day, the merchant agrees`.
    public let words: String

    /// The questions that reconciliation left open: the pairs among one account's records
    /// that evidence allows and that nobody has decided.
    ///
    /// - Parameters:
    ///   - records: records of one account, gone ones included.
    ///   - decisions: a person's decisions; pairs that were split are no question.
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
