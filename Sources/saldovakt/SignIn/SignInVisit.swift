import Banks
import Console
import Finance
import Settings
import Watch

/// What a bank has, as far as a sign-in or a first read says.
struct FoundAccounts: Sendable {
    var names: [String] = []
    var observed: [AccountObservation] = []
    var transactions: [TransactionObservation] = []
}

/// A sign-in at a bank of the settings, and a first look at the accounts there.
struct SignInVisit: Sendable {
    let bank: BankSettings
    let factory: SourceFactory
    let isPasted: Bool

    /// Whether a person has to sign in first.
    var isWanted: Bool {
        if case .simpleFIN(let settings) = bank.access, settings.accessURL != nil { return false }
        return SignInEntry.staysSignedIn(bank)
            && (try? factory.signInStore(of: bank).load()) == nil
    }

    /// Signs in where the bank wants that; `nil` if it does not.
    func signIn() async throws -> FoundAccounts? {
        do {
            if let signIn = try factory.browserSignIn(at: bank) {
                let visit = BrowserVisit(bank: bank.id, signIn: signIn, isPasted: isPasted)
                if let names = try await signIn.finish(code: try await visit.code()) {
                    return FoundAccounts(names: names)
                }
                return try await read()
            }
            guard case .simpleFIN(let settings) = bank.access, settings.accessURL == nil else {
                return nil
            }
            let claim = SimpleFINClaim(
                transport: factory.transport, store: factory.signInStore(of: bank))
            try await claim.claim(setupToken: try await setupToken())
            return try await read()
        } catch let error as BankError {
            throw CommandFailure(error, bank: bank.id)
        }
    }

    private func setupToken() async throws -> Secret {
        guard let token = try await Prompt().answers(to: ["\(bank.id) setup token"])[0] else {
            throw CommandFailure(
                .wrong, where: "bank \(bank.id)", code: "no-answer",
                problem: "no setup token was given; nothing was stored",
                fix: "make one at your SimpleFIN server, then 'saldovakt login \(bank.id)'")
        }
        return token
    }

    /// Asks the bank once; keeps nothing of the answer.
    func read() async throws -> FoundAccounts {
        let source = try factory.sources([bank], interval: nil)[0].source
        let snapshot = await source.fetch(FetchRequest())
        if case .failed(let failure) = snapshot.outcome {
            throw CommandFailure(
                .environment, where: "bank \(bank.id)", code: "bank", problem: failure.problem,
                fix: failure.fix)
        }
        return FoundAccounts(
            names: snapshot.accounts.map(\.details.displayName), observed: snapshot.accounts,
            transactions: snapshot.transactions)
    }
}
