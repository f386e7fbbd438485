public import Finance
public import Foundation

/// How a customer's own accounts at Sbanken are reached.
///
/// Its description shows no secret, because a ``Secret`` never shows itself.
public struct SbankenConfiguration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    /// The application key (`applikasjonsnøkkel`).
    public let clientID: Secret
    /// The password of the application; the bank lets it expire after three months.
    public let clientSecret: Secret
    public let timeZone: TimeZone
    public var dialect = SbankenDialect.v2
    /// The customer number, a national identity number; sent by ``SbankenDialect/v1`` only.
    public var customerID: Secret?
    /// The API's address including its version; the bank's last one if absent.
    public var apiURL: String?
    /// The token endpoint's address; the bank's last one if absent.
    public var authURL: String?

    /// When the application's password expires; `nil` if unknown.
    public var signInExpires: Date?
    /// The first day of the past that is requested; older rows come from the archive, once.
    public var historyFrom: CalendarDay?
    /// Whether each poll also reads the archive, which gives booked rows stable identifiers.
    public var readsArchive = false
    public var readsCards = false

    public init(id: String, clientID: Secret, clientSecret: Secret, timeZone: TimeZone) {
        self.id = id
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.timeZone = timeZone
    }

    /// Where tokens were issued from September 2018 on.
    public static let publicAuthURL = "https://auth.sbanken.no/identityserver/connect/token"

    var apiBase: String {
        let url = apiURL ?? dialect.publicAPIURL
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    var tokenURL: String { authURL ?? Self.publicAuthURL }
}

/// The two forms in which the API existed until 2024.
public enum SbankenDialect: String, Sendable, Hashable, CaseIterable {
    /// Answers in an envelope with error fields, the customer in a `customerId` header.
    case v1
    /// Lists with `availableItems` and `items`, single objects bare, errors as problem details.
    case v2

    /// The address that the bank gave this form last.
    public var publicAPIURL: String { "https://publicapi.sbanken.no/apibeta/api/\(rawValue)" }
}

/// The lifetime of an API secret of the bank.
///
/// The bank makes secrets valid for three months. No call renews them or gives their end, and an
/// expired one is answered like a wrong one (400 `invalid_client`). The end is therefore counted
/// from the day on which the person ordered it. Sources: the READMEs of
/// chrissearle/lommepenger-swiftui and stenjo/SbankenToYNAB, src/services/alerts.constants.ts of
/// Wedvich/sbanken-ynab.
public enum SbankenSecretLifetime: Sendable {
    public static let months = 3

    /// The instant from which a secret counts as expired: the first of its last day.
    public static func end(issued: CalendarDay, in zone: TimeZone) -> Date {
        issued.adding(months: months).instant(in: zone)
    }
}
