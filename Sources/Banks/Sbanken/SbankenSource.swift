public import Finance
public import HTTP

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
        do {
            var result = try await poll.run()
            result.signInExpires = configuration.signInExpires
            return result.snapshot(source: id, at: clock.now)
        } catch {
            return error.snapshot(
                source: id, at: clock.now, signInExpires: configuration.signInExpires)
        }
    }
}

/// The state of a source between polls besides its token; a restart discards it.
actor SbankenPollCache {
    private var cardsReadOn: CalendarDay?
    private var withoutPast: Set<String> = []

    /// Whether the cards are to be requested; once a day is enough for data that change once a
    /// year.
    func wantsCards(on day: CalendarDay) -> Bool { cardsReadOn != day }

    func noteCards(on day: CalendarDay) { cardsReadOn = day }

    /// Whether the archive of an account was available when it was last requested.
    func mayHavePast(_ account: String) -> Bool { !withoutPast.contains(account) }

    /// Stores that an account's archive is not available, so that not every poll requests it again.
    func noteWithoutPast(_ account: String) { withoutPast.insert(account) }
}
