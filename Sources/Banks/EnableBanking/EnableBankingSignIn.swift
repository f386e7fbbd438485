public import Finance
import Foundation
public import HTTP
import Settings

/// A consent that a person gives at a bank, through Enable Banking.
public struct EnableBankingSignIn: BrowserSignIn {
    private let client: EnableBankingClient
    private let store: any SignInStore

    /// How many seconds before the latest possible end a consent ends: the service refuses a second
    /// too much.
    private static let margin = 600.0
    /// The longest consent that is requested, in seconds: no bank gives two years.
    private static let longest = 730 * 86_400

    public init(
        configuration: EnableBankingConfiguration, transport: any HTTPTransport,
        clock: any WallClock, store: any SignInStore
    ) {
        client = EnableBankingClient(configuration, transport, clock)
        self.store = store
    }

    private var configuration: EnableBankingConfiguration { client.configuration }

    public var redirectURI: String { configuration.settings.redirectURI }

    public func address(state: String) async throws(BankError) -> String {
        let bank = try await listedBank()
        let longest = min(try bank.whole("maximum_consent_validity") ?? 90 * 86_400, Self.longest)
        let end = client.clock.now.addingTimeInterval(max(60, Double(longest) - Self.margin))
        let answer = try await ask(
            .authorization,
            [
                "access": [
                    "valid_until": .string(InstantText.text(end)), "balances": true,
                    "transactions": true,
                ],
                "aspsp": [
                    "name": .string(configuration.settings.bank),
                    "country": .string(configuration.settings.country),
                ], "state": .string(state), "redirect_url": .string(redirectURI),
                "psu_type": "personal", "language": "nb",
            ])
        let url = try answer.required(try answer.words("url"), "url")
        // It is shown and opened, so it must be an address that could also be requested.
        guard (try? HTTPRequest(url: url).check()) != nil else {
            throw client.api.problems.malformed("sign-in")("the bank's address is refused")
        }
        return url
    }

    @discardableResult
    public func finish(code: Secret) async throws(BankError) -> [String]? {
        // Before the code is used, so that a list that can't be read loses no consent.
        let headers =
            configuration.settings.claimsPresence
            ? try await listedBank().texts("required_psu_headers") : nil
        let answer = try await ask(.session, ["code": .string(code.reveal())])
        let session = try answer.required(try answer.words("session_id"), "session_id")
        var accounts: [EnableBankingAccount] = []
        for row in try answer.rows("accounts") {
            if let account = try EnableBankingAccount(row) { accounts.append(account) }
        }
        guard !accounts.isEmpty else { throw .failed(EnableBankingProblems.noAccounts) }
        var state = SignInState(
            ["session": session], expires: try answer.row("access")?.instant("valid_until"))
        state["presenceHeaders"] = headers?.joined(separator: " ")
        try await save(state, accounts)
        return accounts.map(\.displayName)
    }

    private func ask(
        _ endpoint: EnableBankingEndpoint, _ body: JSONOutput? = nil
    ) async throws(BankError) -> AnswerRow {
        do { return try await client.ask(endpoint, body) } catch {
            throw error.duringSignIn(fix: "saldovakt login \(configuration.id)")
        }
    }

    /// Stores the result of a sign-in; accounts keep the ids that they had in an earlier one.
    private func save(
        _ state: SignInState, _ accounts: [EnableBankingAccount]
    ) async throws(BankError) {
        try await store.locked { [store] () throws(SignInStoreError) in
            let before = try store.load()
            let earlier = (before?.accounts ?? []) + (before?.formerAccounts ?? [])
            var state = state
            state.accounts = accounts.map { $0.recognised(among: earlier) }
            let present = Set(state.accounts.map(\.id))
            state.formerAccounts = earlier.filter { !present.contains($0.id) }
            try store.save(state)
        }
    }

    public func revoke() async throws(BankError) -> Bool {
        let access = try EnableBankingAccess(stored: store, for: configuration.id)
        guard !access.isOver(at: client.clock.now) else { return true }
        _ = try await client.ask(.session(access.session, method: .delete))
        return true
    }

    public func coverage() async throws(BankError) -> SignInCoverage? {
        let access = try EnableBankingAccess(stored: store, for: configuration.id)
        try access.checkEnd(at: client.clock.now, source: configuration.id)
        let answer = try await client.ask(.session(access.session))
        let status = try answer.required(try answer.words("status"), "status")
        guard status == "AUTHORIZED" else {
            throw .signInRefused(
                EnableBankingProblems.signInLost(configuration.id, status: status))
        }
        return SignInCoverage(
            accounts: try answer.texts("accounts").count,
            ends: try answer.row("access")?.instant("valid_until"))
    }

    /// The bank's entry in the list.
    ///
    /// - Throws: a refusal that names banks with similar names, if there is none.
    private func listedBank() async throws(BankError) -> AnswerRow {
        let answer = try await ask(.banks(country: configuration.settings.country))
        var names: [String] = []
        for bank in try answer.rows("aspsps") {
            let name = try bank.required(try bank.text("name"), "name")
            if name == configuration.settings.bank { return bank }
            names.append(name)
        }
        let wanted = FoldedText(configuration.settings.bank)
        let near = names.filter {
            let folded = FoldedText($0)
            return folded.contains(wanted) || wanted.contains(folded)
        }
        let nearest = NearestName.find(configuration.settings.bank, among: names).map { [$0] } ?? []
        throw .signInRefused(
            EnableBankingProblems.unlisted(
                configuration.settings.bank, in: configuration.settings.country,
                near: Array((near.isEmpty ? nearest : near).prefix(5))))
    }
}
