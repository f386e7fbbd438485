public import Finance
public import HTTP

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

    public var redirectURI: String { configuration.redirectURI }

    /// Returns the address without a scope: one that the client lacks would be refused, and without
    /// any it gets all of its own.
    public func address(state: String) async throws(BankError) -> String {
        var fields = [
            ("client_id", configuration.clientID.reveal()), ("response_type", "code"),
            ("redirect_uri", redirectURI), ("state", state),
        ]
        if let bank = configuration.financialInstitution { fields.append(("finInst", bank)) }
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
