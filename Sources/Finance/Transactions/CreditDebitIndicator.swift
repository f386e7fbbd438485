/// Whether money enters or leaves.
public enum CreditDebitIndicator: String, Sendable, Hashable, Codable, CaseIterable {
    /// Money enters the account, or what is owed shrinks.
    case credit
    /// Money leaves the account, or what is owed grows.
    case debit
}
