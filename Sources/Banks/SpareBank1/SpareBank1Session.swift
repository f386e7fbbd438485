public import Finance
public import Foundation
public import HTTP
public import Settings
import Threads

/// The access of a sign-in, renewed with refresh tokens that the bank replaces at every use.
///
/// A new refresh token is stored durably before its access token is used. The former one is kept
/// until the bank has answered a call, in case the bank did not store the new one.
actor SpareBank1Session: AccessTokens {
    typealias Outcome = Result<Access, BankError>

    /// An access token and how long it is used.
    struct Access: Sendable {
        let token: Secret
        let ends: Date
        /// Whether a refresh token before the present one is stored.
        var isUnconfirmed: Bool
    }

    private let tokens: TokenEndpoint<SpareBank1Problems>
    private let store: any SignInStore
    private let problems: SpareBank1Problems
    private var access: Access?
    /// The tokens of the last renewal or read, those that they replaced, and the client's secrets.
    private(set) var secrets: [Secret]
    /// The result of a renewal that could not be stored.
    private var unsaved: SignInState?

    init(_ tokens: TokenEndpoint<SpareBank1Problems>, store: any SignInStore) {
        self.tokens = tokens
        self.store = store
        problems = tokens.api.problems
        secrets = tokens.fields.map(\.value)
    }

    func token(insteadOf refused: Secret?) async throws(BankError) -> Secret {
        if let access, isGood(access, insteadOf: refused) { return access.token }
        guard !Task.isCancelled else { throw .cancelled }
        let answer = OneAnswer<Outcome>()
        // Not a part of the poll: if the answer to a renewal is lost, the sign-in may be too. A
        // cancelled poll waits a moment for it.
        Task { answer.give(await exclusively { await self.renewed(insteadOf: refused) }) }
        let outcome = await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            Task {
                try? await Task.sleep(for: Self.grace)
                answer.give(.failure(.cancelled))
            }
        }
        let renewed = try outcome.get()
        access = renewed
        return renewed.token
    }

    /// Removes the former refresh token: the bank has answered a call with the access of the
    /// present one.
    func confirm() async {
        guard access?.isUnconfirmed == true else { return }
        access?.isUnconfirmed = false
        // A former token that stays does no harm.
        try? await store.locked { [store] () throws(SignInStoreError) in
            guard var state = try store.load(), state[Part.previous] != nil else { return }
            state[Part.previous] = nil
            try store.save(state)
        }
    }

    /// How long a cancelled poll waits for the answer to a renewal.
    private static let grace = Duration.milliseconds(800)

    /// How much of a token's life is left unused.
    private static let margin: TimeInterval = 30

    private func isGood(_ access: Access, insteadOf refused: Secret?) -> Bool {
        access.token != refused && tokens.clock.now < access.ends.addingTimeInterval(-Self.margin)
    }

    private func exclusively(_ body: @Sendable () async -> Outcome) async -> Outcome {
        do { return try await store.exclusively(body) } catch { return .failure(BankError(error)) }
    }
}

extension SpareBank1Session {
    /// The names of the stored parts.
    enum Part {
        static let refresh = "refreshToken"
        static let previous = "previousRefreshToken"
        static let access = "accessToken"
        /// Seconds since 1970.
        static let accessEnds = "accessTokenEnds"
    }

    /// Returns the stored access token, which another process may have renewed, or a new one.
    private func renewed(insteadOf refused: Secret?) async -> Outcome {
        do throws(BankError) {
            guard var state = try store.loaded() else {
                throw .signInRefused(.notSignedIn(at: problems.id))
            }
            secrets = tokens.fields.map(\.value) + Self.tokens(in: state)
            if let unsaved, unsaved[Part.previous] == state[Part.refresh] {
                try save(unsaved)
                state = unsaved
            }
            if let access = Self.access(in: state), isGood(access, insteadOf: refused) {
                return .success(access)
            }
            return .success(try await renew(state))
        } catch { return .failure(error) }
    }

    private func save(_ state: SignInState) throws(BankError) {
        unsaved = state
        do throws(SignInStoreError) { try store.save(state) } catch { throw BankError(error) }
        unsaved = nil
    }

    private func renew(_ state: SignInState) async throws(BankError) -> Access {
        // The answer with a new refresh token may have been lost: the former one is tried once.
        for used in [state[Part.refresh], state[Part.previous]].compactMap(\.self) {
            let outcome = try await tokens.ask([
                ("grant_type", "refresh_token"), ("refresh_token", used),
            ])
            switch outcome {
            case .granted(let grant):
                let renewed = Self.state(of: grant, used: used)
                secrets += Self.tokens(in: renewed)
                try save(renewed)
                return Access(
                    token: grant.token, ends: grant.ends,
                    isUnconfirmed: renewed[Part.previous] != nil)
            case .refused("invalid_grant", _): continue
            case .refused(let word, let status):
                throw .signInRefused(problems.refused(word, status: status))
            }
        }
        throw .signInRefused(problems.signInLost)
    }

    /// The state to store for a grant; `used` is the refresh token that it was given for, if any.
    static func state(
        of grant: TokenEndpoint<SpareBank1Problems>.Grant, used: String? = nil
    ) -> SignInState {
        var state = SignInState([
            Part.access: grant.token.reveal(),
            Part.accessEnds: String(Int(grant.ends.timeIntervalSince1970)),
        ])
        state[Part.refresh] = grant.refreshToken ?? used
        if grant.refreshToken != nil, grant.refreshToken != used { state[Part.previous] = used }
        return state
    }

    private static func tokens(in state: SignInState) -> [Secret] {
        [Part.refresh, Part.previous, Part.access].compactMap { state[$0].map { Secret($0) } }
    }

    private static func access(in state: SignInState) -> Access? {
        guard let token = state[Part.access], let ends = accessEnds(in: state) else { return nil }
        return Access(token: Secret(token), ends: ends, isUnconfirmed: state[Part.previous] != nil)
    }

    /// When the access token of the latest renewal expires, plus some minutes.
    static func accessEnds(in state: SignInState) -> Date? {
        state[Part.accessEnds].flatMap { Int($0) }.map {
            Date(timeIntervalSince1970: TimeInterval($0))
        }
    }
}

/// The configuration of a bank of the SpareBank 1 alliance.
///
/// It is reached by a "personal client", which the customer makes at developer.sparebank1.no.
/// Everything in this folder about the bank is from its own tutorials and interface description,
/// and from public clients of 2023 to 2026.
public struct SpareBank1Configuration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    var settings: SpareBank1Settings
    let clientID: Secret
    let clientSecret: Secret
    /// The bank's days are those of Oslo; this zone is used if that one is not installed.
    let timeZone: TimeZone

    var zone: TimeZone { TimeZone(identifier: "Europe/Oslo") ?? timeZone }

    func api(_ path: String) -> String {
        URLText.join(settings.apiURL ?? "https://api.sparebank1.no/personal/banking", path)
    }

    func auth(_ path: String) -> String {
        URLText.join(settings.authURL ?? "https://api.sparebank1.no/oauth", path)
    }

    /// The token endpoint (RFC 6749, sections 4.1.3 and 6).
    func tokens(
        _ transport: any HTTPTransport, _ clock: any WallClock
    ) -> TokenEndpoint<SpareBank1Problems> {
        TokenEndpoint(
            api: BankAPI(transport: transport, problems: SpareBank1Problems(id: id)),
            url: auth("/token"), clock: clock,
            fields: [("client_id", clientID), ("client_secret", clientSecret)])
    }
}

extension SpareBank1Configuration {
    /// - Parameter secret: reads a secret that the settings refer to.
    public init(
        id: String, _ settings: SpareBank1Settings, timeZone: TimeZone,
        secret: (SecretReference) throws -> Secret
    ) rethrows {
        self.init(
            id: id, settings: settings, clientID: try secret(settings.clientID),
            clientSecret: try secret(settings.clientSecret), timeZone: timeZone)
    }
}

/// Signing in at SpareBank 1 with a browser and BankID.
public struct SpareBank1SignIn: BrowserSignIn {
    private let configuration: SpareBank1Configuration
    private let tokens: TokenEndpoint<SpareBank1Problems>
    private let store: any SignInStore

    public init(
        configuration: SpareBank1Configuration, store: any SignInStore,
        transport: any HTTPTransport, clock: any WallClock
    ) {
        self.configuration = configuration
        self.store = store
        tokens = configuration.tokens(transport, clock)
    }

    public var redirectURI: String { configuration.settings.redirectURI }

    /// Returns the address without a scope: one that the client lacks would be refused, and without
    /// any it gets all of its own.
    public func address(state: String) async throws(BankError) -> String {
        var fields = [
            ("client_id", configuration.clientID.reveal()), ("response_type", "code"),
            ("redirect_uri", redirectURI), ("state", state),
        ]
        if let bank = configuration.settings.financialInstitution {
            fields.append(("finInst", bank))
        }
        let query = String(decoding: URLText.form(fields), as: UTF8.self)
        return configuration.auth("/authorize") + "?" + query
    }

    @discardableResult
    public func finish(code: Secret) async throws(BankError) -> [String]? {
        let problems = tokens.api.problems
        switch try await exchange(code) {
        case .refused("invalid_grant", _): throw .signInRefused(problems.codeRefused)
        case .refused(let word, let status):
            throw .signInRefused(problems.refused(word, status: status))
        case .granted(let grant) where grant.refreshToken == nil:
            throw problems.malformed("token")("the answer holds no refresh token")
        case .granted(let grant):
            let state = SpareBank1Session.state(of: grant)
            try await store.locked { [store] () throws(SignInStoreError) in try store.save(state) }
            return nil
        }
    }

    private func exchange(
        _ code: Secret
    ) async throws(BankError) -> TokenEndpoint<SpareBank1Problems>.Outcome {
        do {
            return try await tokens.ask([
                ("grant_type", "authorization_code"), ("code", code.reveal()),
                ("redirect_uri", redirectURI),
            ])
        } catch { throw error.duringSignIn(fix: tokens.api.problems.codeRefused.fix) }
    }

    /// The bank has no call for it: the customer deletes the personal client at
    /// developer.sparebank1.no.
    public func revoke() async throws(BankError) -> Bool { false }
}
