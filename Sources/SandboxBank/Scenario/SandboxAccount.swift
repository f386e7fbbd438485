public import Finance

/// An account of the sandbox bank as a scenario describes it.
public struct SandboxAccount: Sendable, Equatable {
    /// 32 upper-case hex characters.
    public var id: String
    /// 11 digits.
    public var number: String
    /// The name the owner gave it; need not be unique.
    public var name: String?
    /// Free text such as `Standard account`.
    public var type: String
    /// The booked balance when the scenario begins, after its history.
    public var balance: Money
    /// The credit limit; zero for plain accounts.
    public var creditLimit: Money
    /// The invented customer number of the owner, 11 digits.
    public var owner: String

    /// Describes an account of the sandbox's own customer without credit.
    public init(id: String, number: String, name: String?, type: String, balance: Money) {
        self.id = id
        self.number = number
        self.name = name
        self.type = type
        self.balance = balance
        creditLimit = .zero(balance.currency)
        owner = SandboxCredentials.inventedCustomerId
    }
}
