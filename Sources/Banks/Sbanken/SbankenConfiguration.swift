public import Finance
public import Foundation

/// How a customer's own accounts at Sbanken are reached.
///
/// Its description shows no secret, because a ``Finance/Secret`` never shows itself.
///
/// ```swift
/// var bank = SbankenConfiguration(
///     id: "sbanken", clientID: Secret("…"), clientSecret: Secret("…"), timeZone: oslo)
/// bank.apiURL = "http://127.0.0.1:8080/apibeta/api/v2"
/// ```
public struct SbankenConfiguration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    /// The application key (`applikasjonsnøkkel`).
    public let clientID: Secret
    /// The password of the application; the bank lets it expire after three months.
    public let clientSecret: Secret
    /// The zone of the bank's days, `Europe/Oslo`.
    public let timeZone: TimeZone
    /// Which form of the API is spoken.
    public var dialect = SbankenDialect.v2
    /// The customer number, a national identity number; sent by ``SbankenDialect/v1`` only.
    public var customerID: Secret?
    /// The API's address up to and with its version; the bank's last one if absent.
    public var apiURL: String?
    /// The token endpoint's address; the bank's last one if absent.
    public var authURL: String?

    /// The first day of the past that is wanted; older rows come from the archive, once.
    public var historyFrom: CalendarDay?
    /// Whether each poll also reads the archive, which gives booked rows identifiers that stay.
    public var readsArchive = false
    /// Whether the cards are read once a day.
    public var readsCards = false

    /// Makes a configuration for the bank's own addresses.
    public init(id: String, clientID: Secret, clientSecret: Secret, timeZone: TimeZone) {
        self.id = id
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.timeZone = timeZone
    }

    /// Where tokens were issued from September 2018 on.
    public static let publicAuthURL = "https://auth.sbanken.no/identityserver/connect/token"

    /// The API's address without a slash at its end.
    var apiBase: String {
        let url = apiURL ?? dialect.publicAPIURL
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    /// The token endpoint's address.
    var tokenURL: String { authURL ?? Self.publicAuthURL }
}
