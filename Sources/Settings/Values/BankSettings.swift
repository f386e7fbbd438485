/// How one bank is reached.
public struct BankSettings: Sendable, Hashable {
    /// The kinds of bank that are understood, as `type` names them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The Sbanken API of personal customers.
        case sbanken
        /// A program of the person's own.
        case command
    }

    /// How the bank is asked.
    public enum Access: Sendable, Hashable {
        /// Through the Sbanken API.
        case sbanken(SbankenSettings)
        /// Through a program that brings snapshot lines.
        case command(BankCommandSettings)
    }

    /// The name of the source in the store and in messages.
    public var id: String
    /// How the bank is asked.
    public var access: Access
    /// The time between two polls, if it is not the program's default.
    public var interval: Duration?
    /// Other names for accounts, in the order of the file.
    public var accounts: [AccountSettings]

    /// Makes the settings of a bank.
    public init(id: String, access: Access) {
        self.id = id
        self.access = access
        accounts = []
    }

    /// The settings of the Sbanken API, if that is how the bank is asked.
    public var sbanken: SbankenSettings? {
        if case .sbanken(let sbanken) = access { sbanken } else { nil }
    }
}
