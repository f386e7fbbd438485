public import Finance

/// How the Sbanken API is asked.
public struct SbankenSettings: Sendable, Hashable {
    /// The two forms in which the API has existed.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Answers in an envelope, the customer in a `customerId` header.
        case v1
        /// The last living form; the default.
        case v2
    }

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
    /// The first day of the past that is wanted, if it is more than the bank is asked for anyway.
    public var historyFrom: CalendarDay?
    /// Whether each poll also reads the archive, for identifiers of booked rows that stay.
    public var readsArchive = false
    /// Whether the payment cards are read.
    public var readsCards = false

    /// Makes settings for the last living form of the API at the bank's own addresses.
    public init(clientID: SecretReference, clientSecret: SecretReference) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        dialect = .v2
    }
}
