/// The other side of a transaction as far as the bank tells it.
public struct Counterparty: Sendable, Hashable, Codable {
    /// The name, as the bank writes it.
    public var name: String?
    /// The account number; shown masked.
    public var account: AccountNumber?

    /// Makes a counterparty; what is not given is unknown.
    public init(name: String? = nil, account: AccountNumber? = nil) {
        self.name = name
        self.account = account
    }
}
