/// Why a notice is told (D60).
public enum NoticeReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A condition became true.
    case entered
    /// A condition was true when first looked at.
    case alreadySo
    /// A condition ended.
    case recovered
    /// A sum over a period passed its limit.
    case periodExceeded
    /// A new transaction matched.
    case newTransaction
    /// A reservation was booked.
    case booked
    /// A reservation went away.
    case dropped
    /// A reservation was booked with another amount.
    case settledDifferently
    /// The amount of a reported transaction changed.
    case corrected
    /// A set of like transactions became complete.
    case setCompleted
    /// Nothing came in time.
    case deadlineMissed
    /// It came after its deadline.
    case arrivedLate
    /// It still is so.
    case reminder
    /// The time for an overview came.
    case scheduled
    /// The bank does not answer.
    case unreachable
    /// The figures are old.
    case stale
    /// The bank refused the credentials.
    case signInRefused
    /// The credentials end soon.
    case signInExpiring
    /// A channel does not take notices.
    case deliveryFailing
    /// The program's own trouble is over.
    case restored
}
