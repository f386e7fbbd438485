import Banks
import Console
import Finance
import Foundation
import Settings
import Store
import Watch

/// The accounts of a bank that a sign-in or a first read found.
struct FoundAccounts: Sendable {
    var names: [String] = []
    var observed: [AccountObservation] = []
    var transactions: [TransactionObservation] = []
    /// The reasons why something is missing, or that the bank does not give it.
    var shortfalls: [SourceFailure] = []
    /// Whether nothing is missing.
    var isWhole = true

    /// Reports the data of the bank that could not be read, and the bank's remarks.
    func complain(about bank: String) {
        for failure in shortfalls {
            guard !isWhole else {
                Terminal.complain(
                    "bank \(bank): warning: \(failure.problem)\n  fix: \(failure.fix)")
                continue
            }
            Terminal.complain(CommandFailure(failure, bank: bank).text)
        }
    }
}

/// A sign-in at a configured bank, and a first read of its accounts.
struct SignInVisit: Sendable {
    let bank: BankSettings
    let factory: SourceFactory
    let isPasted: Bool

    /// Whether a person has to sign in first.
    var isWanted: Bool {
        SignInEntry.staysSignedIn(bank)
            && (try? factory.signInStore(of: bank).load())?.isSignIn != true
    }

    /// Signs in if the bank requires it; `nil` if it does not.
    func signIn() async throws -> FoundAccounts? {
        do {
            try factory.checkSecrets(of: [bank])
            if let signIn = try factory.browserSignIn(at: bank) {
                let visit = BrowserVisit(
                    bank: bank.id, signIn: signIn, isPasted: isPasted, institution: institution)
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
        } catch let error as BankError { throw CommandFailure(error, bank: bank.id) }
    }

    /// The institution that the settings name; with a wrong one the bank's page asks nothing.
    private var institution: String? {
        guard case .spareBank1(let settings) = bank.access else { return nil }
        return settings.financialInstitution
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

    /// Polls the bank once; keeps nothing of the answer.
    func read() async throws -> FoundAccounts {
        let source = try factory.sources([bank], interval: nil)[0].source
        let snapshot = await source.fetch(FetchRequest())
        if case .failed(let failure) = snapshot.outcome {
            throw CommandFailure(failure, bank: bank.id)
        }
        return FoundAccounts(
            names: snapshot.accounts.map(\.details.displayName), observed: snapshot.accounts,
            transactions: snapshot.transactions, shortfalls: Self.shortfalls(of: snapshot),
            isWhole: snapshot.outcome == .complete)
    }
}

extension SignInVisit {
    private static func shortfalls(of snapshot: Snapshot) -> [SourceFailure] {
        guard case .throttled = snapshot.outcome else { return snapshot.shortfalls }
        return [
            SourceFailure(
                kind: .throttled, problem: "the bank asks to come later",
                fix: "nothing; 'saldovakt watch' asks again when the bank allows it")
        ]
    }
}

/// Checks that somebody has signed in at each bank that requires it, and when the access ends.
enum SignInChecks: Sendable {
    static func diagnoses(
        _ configuration: Configuration, stateFolder: String, at now: Date
    ) async -> [Diagnosis] {
        let banks = configuration.settings.banks.filter { SignInEntry.staysSignedIn($0) }
        guard !banks.isEmpty else { return [] }
        let facts = try? await SQLiteAlertStore.openReadOnly(folder: stateFolder).facts()
        let found = banks.map { bank in
            let store = StoredSignIn(bank, stateFolder: stateFolder, prompts: false)
            let known = facts?.sources[bank.id]
            return diagnosis(bank, store, known, configuration.settings.timeZone, now)
        }
        return found + [Diagnosis("bank guide", .ok, BankGuide.sentence)]
    }

    private static func diagnosis(
        _ bank: BankSettings, _ store: StoredSignIn, _ known: SourceFacts?, _ zone: TimeZone,
        _ now: Date
    ) -> Diagnosis {
        let subject = "sign-in \(bank.id)"
        let login = "saldovakt login \(bank.id)"
        do throws(SignInStoreError) {
            guard let state = try store.load(), state.isSignIn else {
                return Diagnosis(
                    subject, .missing, "nobody has signed in at bank \(bank.id)", fix: login)
            }
            guard let end = state.expires else {
                return Diagnosis(subject, .ok, "somebody has signed in")
            }
            // A sign-in since then ends at another time, and the bank has not answered about it
            // yet.
            if let failure = known?.failure, failure.kind == .refused,
                let refused = known?.signInExpires, abs(refused.timeIntervalSince(end)) < 1
            {
                return Diagnosis(subject, .missing, failure.problem, fix: failure.fix)
            }
            let text = InstantText.moment(end, in: zone)
            return end > now
                ? Diagnosis(subject, .ok, "somebody has signed in, until \(text)")
                : Diagnosis(subject, .missing, "the sign-in ended \(text)", fix: login)
        } catch { return Diagnosis(subject, .missing, error.problem, fix: error.fix) }
    }
}

extension StoredSignIn {
    init(_ bank: BankSettings, stateFolder: String, prompts: Bool) {
        self.init(
            source: bank.id, stateFolder: stateFolder,
            place: bank.signInPlace == .keyring
                ? .keyring(SecretServiceKeyring(prompts: prompts)) : .file)
    }
}

/// Where a person can read the steps at each bank.
enum BankGuide: Sendable {
    static var sentence: String {
        "what to click at each bank, what it costs and stores and how the access ends: \(path)"
    }

    /// The installed page, or its name in the sources.
    private static var path: String {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let page = program.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/doc/saldovakt/docs/banks.md").path
        return FileManager.default.fileExists(atPath: page) ? page : "docs/banks.md"
    }
}

/// One credential that a bank needs, and its entry in the keyring.
struct SignInEntry: Sendable, Hashable {
    /// The key in the bank's settings: `clientId`.
    let key: String
    let question: String
    let name: String
    let isOptional: Bool

    /// The credentials that a bank needs; settings that already refer to the keyring keep their
    /// names.
    static func entries(for bank: String, settings: BankSettings?) -> [SignInEntry] {
        func entry(
            _ key: String, _ question: String, _ reference: SecretReference?,
            isOptional: Bool = false
        ) -> SignInEntry {
            let usual = "\(bank)-\(question.lowercased().replacing(" ", with: "-"))"
            return SignInEntry(
                key: key, question: question, name: reference?.keyringName ?? usual,
                isOptional: isOptional)
        }
        // Secrets that are all kept elsewhere are not for the keyring.
        if let settings, !settings.secretReferences.contains(where: { $0.keyringName != nil }) {
            return []
        }
        switch settings?.access {
        case .command(let command):
            return command.variables.map { entry($0.name, $0.name, $0.value) }
        case .spareBank1(let bank):
            return [
                ("clientId", "client id", bank.clientID),
                ("clientSecret", "client secret", bank.clientSecret),
            ].compactMap { key, question, reference in
                // Secrets that are stored elsewhere are not for the keyring.
                reference.keyringName == nil ? nil : entry(key, question, reference)
            }
        case .enableBanking, .simpleFIN, .files: return []
        case .sbanken, nil: break
        }
        let sbanken = settings?.sbanken
        return [
            entry("clientId", "client id", sbanken?.clientID),
            entry("clientSecret", "client secret", sbanken?.clientSecret),
            entry(
                "customerId", "customer id", sbanken?.customerID,
                isOptional: sbanken?.dialect != .v1),
        ]
    }

    /// Whether a person signs in at such a bank from time to time, with credentials that stay the
    /// same.
    static func staysSignedIn(_ settings: BankSettings?) -> Bool {
        switch settings?.access {
        case .spareBank1, .enableBanking: true
        // An access address in the settings is enough.
        case .simpleFIN(let bank): bank.accessURL == nil
        case .sbanken, .files, .command, nil: false
        }
    }

    var settingsLine: String {
        "\(JSONWriter.quoted(key)): {\"keyring\": \(JSONWriter.quoted(name))}"
    }
}

extension SecretReference {
    /// The name of the secret in the keyring; `nil` if it is stored elsewhere.
    var keyringName: String? {
        if case .keyring(let name) = source { name } else { nil }
    }
}
