public import Finance
public import Foundation
public import HTTP
public import Settings

/// A customer's own accounts at Sbanken, through the API that the bank ran until 2024.
///
/// It supports both forms of the API. One poll requests the accounts, then each account's
/// transactions page by page. Between polls it keeps the token.
public struct SbankenSource: BankSource {
    private let configuration: SbankenConfiguration
    private let transport: any HTTPTransport
    private let tokens: SbankenTokens
    private let clock: any WallClock
    private let cache = SbankenPollCache()
    var limits = PollBudget.Limits()

    public init(
        configuration: SbankenConfiguration, transport: any HTTPTransport, clock: any WallClock
    ) {
        self.configuration = configuration
        self.clock = clock
        self.transport = transport
        tokens = SbankenTokens(configuration, transport, clock)
    }

    public var id: String { configuration.id }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        let today = CalendarDay(of: clock.now, in: configuration.timeZone)
        let client = SbankenClient(
            configuration, transport, tokens, PollBudget(limits, clock: clock, request))
        let poll = SbankenPoll(client: client, request: request, today: today, cache: cache)
        let before = await tokens.secrets
        let snapshot: Snapshot
        do {
            var result = try await poll.run()
            result.signInExpires = configuration.signInExpires
            snapshot = result.snapshot(source: id, at: clock.now)
        } catch {
            snapshot = error.snapshot(
                source: id, at: clock.now, signInExpires: configuration.signInExpires)
        }
        return snapshot.hiding(before + (await tokens.secrets))
    }
}

/// The state of a source between polls besides its token; a restart discards it.
actor SbankenPollCache {
    /// Once a day is enough for data that change once a year.
    private(set) var cardsReadOn: CalendarDay?
    /// The accounts whose archive is not available, so that not every poll requests it again.
    private(set) var withoutPast: Set<String> = []

    func noteCards(on day: CalendarDay) { cardsReadOn = day }

    func noteWithoutPast(_ account: String) { withoutPast.insert(account) }
}

/// How a customer's own accounts at Sbanken are reached: the settings, and the secrets behind them.
///
/// Its description shows no secret, because a ``Secret`` never shows itself.
public struct SbankenConfiguration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    var settings: SbankenSettings
    let clientID: Secret
    let clientSecret: Secret
    let customerID: Secret?
    let timeZone: TimeZone

    /// Where tokens were issued from September 2018 on.
    private static let publicAuthURL = "https://auth.sbanken.no/identityserver/connect/token"

    /// The API's address including its version; without one in the settings, the bank's last one.
    var apiBase: String {
        let dialect = settings.dialect.rawValue
        let url = settings.apiURL ?? "https://publicapi.sbanken.no/apibeta/api/\(dialect)"
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    var tokenURL: String { settings.authURL ?? Self.publicAuthURL }

    var signInExpires: Date? {
        settings.secretIssued.map { SbankenSecretLifetime.end(issued: $0, in: timeZone) }
    }
}

extension SbankenConfiguration {
    /// - Parameter secret: reads a secret that the settings refer to.
    public init(
        id: String, _ settings: SbankenSettings, timeZone: TimeZone,
        secret: (SecretReference) throws -> Secret
    ) rethrows {
        self.init(
            id: id, settings: settings, clientID: try secret(settings.clientID),
            clientSecret: try secret(settings.clientSecret),
            customerID: try settings.customerID.map(secret), timeZone: timeZone)
    }
}

/// The lifetime of an API secret of the bank.
///
/// The bank makes secrets valid for three months. No call renews them or gives their end, and an
/// expired one is answered like a wrong one (400 `invalid_client`). The end is therefore counted
/// from the day on which the person ordered it. Sources: the READMEs of
/// chrissearle/lommepenger-swiftui and stenjo/SbankenToYNAB, src/services/alerts.constants.ts of
/// Wedvich/sbanken-ynab.
enum SbankenSecretLifetime {
    static let months = 3

    /// The instant from which a secret counts as expired: the first of its last day.
    static func end(issued: CalendarDay, in zone: TimeZone) -> Date {
        issued.adding(months: months).instant(in: zone)
    }
}
