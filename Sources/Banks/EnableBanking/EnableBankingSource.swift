public import Finance
public import Foundation
public import HTTP
public import Settings

/// A person's own accounts at one bank, through Enable Banking and the stored sign-in.
public struct EnableBankingSource: BankSource {
    private let configuration: EnableBankingConfiguration
    private let transport: any HTTPTransport
    private let clock: any WallClock
    private let store: any SignInStore
    var limits = PollBudget.Limits()

    public init(
        configuration: EnableBankingConfiguration, transport: any HTTPTransport,
        clock: any WallClock, store: any SignInStore
    ) {
        self.configuration = configuration
        self.transport = transport
        self.clock = clock
        self.store = store
    }

    public var id: String { configuration.id }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        var expires: Date?
        var secrets: [Secret] = []
        let snapshot: Snapshot
        do throws(BankError) {
            let access = try EnableBankingAccess(stored: store, for: id)
            expires = access.expires
            secrets = [Secret(access.session)]
            try access.check(at: clock.now, source: id)
            var poll = poll(access, request)
            do throws(BankError) { try await poll.run(access.accounts) } catch {
                await postpone(after: error, access)
                throw error
            }
            if let end = poll.end { await postpone(after: end, access) }
            snapshot = poll.result.snapshot(source: id, at: clock.now)
        } catch { snapshot = error.snapshot(source: id, at: clock.now, signInExpires: expires) }
        return snapshot.hiding(secrets)
    }

    private func poll(_ access: EnableBankingAccess, _ request: FetchRequest) -> EnableBankingPoll {
        let client = EnableBankingClient(
            configuration, transport, clock, budget: PollBudget(limits, clock: clock, request),
            presenceHeaders: access.presenceHeaders)
        // The service counts days in UTC, the bank in its own zone: the shorter period is safe.
        let today = max(
            CalendarDay(of: clock.now, in: configuration.timeZone),
            CalendarDay(of: clock.now, in: .gmt))
        return EnableBankingPoll(
            client: client, request: request, today: today, expires: access.expires)
    }

    private func postpone(after error: BankError, _ access: EnableBankingAccess) async {
        await store.postpone(after: error, at: clock.now) { $0?.session == access.session }
    }
}

/// The parsed data of a stored sign-in.
struct EnableBankingAccess: Sendable {
    let session: String
    private let state: SignInState

    var accounts: [EnableBankingAccount] { state.accounts }

    var presenceHeaders: [String] {
        state["presenceHeaders"]?.split(separator: " ").map(String.init) ?? []
    }

    var expires: Date? { state.expires }

    /// - Throws: a refusal if nobody has signed in, or the stored data can't be read.
    init(stored store: any SignInStore, for source: String) throws(BankError) {
        guard let state = try store.loaded(), let session = state.session else {
            throw .signInRefused(.notSignedIn(at: source))
        }
        self.session = session
        self.state = state
    }

    func isOver(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// Throws if a read would certainly be refused.
    func check(at now: Date, source: String) throws(BankError) {
        try checkEnd(at: now, source: source)
        try state.checkPause(at: now)
    }

    func checkEnd(at now: Date, source: String) throws(BankError) {
        guard isOver(at: now) else { return }
        throw .signInRefused(EnableBankingProblems.signInLost(source, status: "EXPIRED"))
    }
}

extension SignInState {
    var session: String? { self["session"] }

    var accounts: [EnableBankingAccount] {
        get { list("accounts") }
        set { self["accounts"] = Self.text(newValue) }
    }

    /// The accounts of earlier consents that the present one lacks: a later one may have them
    /// again.
    var formerAccounts: [EnableBankingAccount] {
        get { list("formerAccounts") }
        set { self["formerAccounts"] = newValue.isEmpty ? nil : Self.text(newValue) }
    }

    private func list(_ part: String) -> [EnableBankingAccount] {
        let data = Data((self[part] ?? "").utf8)
        return (try? JSONDecoder().decode([EnableBankingAccount].self, from: data)) ?? []
    }

    private static func text(_ accounts: [EnableBankingAccount]) -> String? {
        (try? JSONEncoder().encode(accounts)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// How a person's own accounts at one bank are reached through Enable Banking: the settings, and the
/// application's private RSA key, as PEM.
public struct EnableBankingConfiguration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    var settings: EnableBankingSettings
    let privateKey: Secret
    let timeZone: TimeZone

    var apiBase: String { settings.apiURL ?? "https://api.enablebanking.com" }
}

extension EnableBankingConfiguration {
    /// Why no request can be signed with the private key; `nil` if it can be used.
    public var keyProblem: SourceFailure? {
        let token = ApplicationToken(applicationID: settings.applicationID, pem: privateKey)
        return token == nil ? EnableBankingProblems.unusableKey : nil
    }

    /// - Parameter secret: reads a secret that the settings refer to.
    public init(
        id: String, _ settings: EnableBankingSettings, timeZone: TimeZone,
        secret: (SecretReference) throws -> Secret
    ) rethrows {
        self.init(
            id: id, settings: settings, privateKey: try secret(settings.privateKey),
            timeZone: timeZone)
    }
}
