/// Other names by which rules may call an account.
public struct AccountSettings: Sendable, Hashable {
    /// The account's name in the bank.
    public var name: String
    /// The other names.
    public var aliases: [String]

    /// Makes the settings of an account.
    public init(name: String, aliases: [String]) {
        self.name = name
        self.aliases = aliases
    }
}
