public import Finance

/// How one bank is reached.
public struct BankSettings: Sendable, Hashable {
    /// The kinds of bank that are understood.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The Sbanken API of personal customers.
        case sbanken
    }

    /// The two forms in which the API has existed.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Answers in an envelope, the customer in a `customerId` header.
        case v1
        /// The last living form; the default.
        case v2
    }

    /// The name of the source in the store and in messages.
    public var id: String
    /// What kind of bank it is.
    public var kind: Kind
    /// The client identifier of the API access.
    public var clientID: SecretReference
    /// The client secret of the API access.
    public var clientSecret: SecretReference
    /// The customer number, a national identity number; always there for ``Dialect/v1``.
    public var customerID: SecretReference?
    /// Which form of the API to speak.
    public var dialect: Dialect
    /// The API's address, if it is not the bank's own.
    public var apiURL: String?
    /// The token endpoint's address, if it is not the bank's own.
    public var authURL: String?
    /// The day the client secret was made, for a reminder before it expires.
    public var secretIssued: CalendarDay?
    /// The time between two polls, if it is not the program's default.
    public var interval: Duration?
    /// Other names for accounts, in the order of the file.
    public var accounts: [AccountSettings]

    /// Makes the settings of a bank.
    public init(
        id: String, kind: Kind = .sbanken, clientID: SecretReference,
        clientSecret: SecretReference
    ) {
        self.id = id
        self.kind = kind
        self.clientID = clientID
        self.clientSecret = clientSecret
        dialect = .v2
        accounts = []
    }
}
