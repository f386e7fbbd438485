/// A figure that a bank gives for an account (RL-11).
public enum Figure: String, Sendable, Hashable, CaseIterable {
    /// Booked transactions only.
    case balance
    /// What can be spent now; a reservation lowers it at once.
    case available
    /// The most that can be borrowed.
    case creditLimit = "credit limit"
    /// What is owed on a liability account.
    case creditUsed = "credit used"
}
