public import Finance
public import HTTP

/// Signing in at SpareBank 1 with a browser and BankID.
public struct SpareBank1SignIn: BrowserSignIn {
    private let tokens: SpareBank1Tokens
    private let store: any SignInStore

    public init(
        configuration: SpareBank1Configuration, store: any SignInStore,
        transport: any HTTPTransport, clock: any WallClock
    ) {
        tokens = SpareBank1Tokens(
            configuration: configuration, transport: transport, clock: clock)
        self.store = store
    }

    public var redirectURI: String { tokens.configuration.redirectURI }

    /// No scope is asked for: one that the client does not have is refused, and none gives what it
    /// has.
    public func address(state: String) async throws(BankError) -> String {
        var fields = [
            ("client_id", tokens.configuration.clientID.reveal()), ("response_type", "code"),
            ("redirect_uri", redirectURI), ("state", state),
        ]
        if let bank = tokens.configuration.financialInstitution { fields.append(("finInst", bank)) }
        let query = String(decoding: URLText.form(fields), as: UTF8.self)
        return tokens.configuration.auth("/authorize") + "?" + query
    }

    @discardableResult
    public func finish(code: Secret) async throws(BankError) -> [String]? {
        let problems = SpareBank1Problems(id: tokens.configuration.id)
        let grant: SpareBank1Tokens.Grant
        do throws(SpareBank1Tokens.Refusal) {
            grant = try await tokens.grant([
                ("grant_type", "authorization_code"), ("code", code.reveal()),
                ("redirect_uri", redirectURI),
            ])
        } catch {
            if case .other(let failure) = error { throw failure }
            throw .signInRefused(problems.codeRefused)
        }
        guard grant.refreshToken != nil else {
            throw problems.malformed("token")("the answer holds no refresh token")
        }
        let state = SpareBank1Session.state(of: grant)
        do throws(SignInStoreError) {
            try await store.exclusively { [store] in
                Result { () throws(SignInStoreError) in try store.save(state) }
            }.get()
        } catch {
            throw BankError(error)
        }
        return nil
    }

    /// The bank has no call for it: the customer deletes the personal client at
    /// developer.sparebank1.no.
    public func revoke() async throws(BankError) -> Bool { false }
}
