import Alerts
import ArgumentParser
import Banks
import Console
import Finance
import Settings
import Store

/// `saldovakt login BANK`: stores credentials in the keyring, then signs in at the bank.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Signs in at a bank.",
        discussion: """
            Asks for the credentials that the settings keep in the keyring and shows nothing of what \
            you type; in a pipe it reads them as lines. An empty line leaves what is there. Without \
            an entry in the settings, it stores them in the keyring and prints the lines for one.

            For SimpleFIN it asks for a setup token. Where the bank wants you to sign in yourself, it \
            prints the address of the bank's page, waits for the bank's answer and lists the accounts. With --paste you copy the address \
            that the browser ends at instead, as you need to where the browser runs on another \
            machine. The bank's token is kept in the state folder, or in the keyring if the \
            settings say "signIn": "keyring".
            """)

    @Argument(help: "The bank's id in the settings.", completion: OfferedNames.banks.completion)
    var bank: BankArgument

    @Flag(help: "Ask for the address that the browser ends at, instead of waiting for it.")
    var paste = false

    @Option(
        help: .value("image", "Take client id and client secret from a QR code in an image."),
        completion: .file()) var qr: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let configuration = try settings.load()
        let known = configuration.settings.banks
        let named = known.first { $0.id == bank.id }
        try await storeCredentials(named, among: known)
        guard let named else { return }
        let factory = SourceFactory(configuration, stateFolder: state.folder)
        let visit = SignInVisit(bank: named, factory: factory, isPasted: paste)
        guard let found = try await visit.signIn() else {
            if SignInEntry.entries(for: bank.id, settings: named).isEmpty {
                Terminal.write(
                    "bank \(bank.id) needs no sign-in: 'saldovakt doctor --online' asks it")
            }
            return
        }
        // A running watcher asks the bank at once; without one there is nobody to tell.
        try? await state.leave(.poll(source: bank.id), at: SystemClock().now)
        let count = Strings.count(found.names.count, "account")
        Terminal.write("signed in at bank \(bank.id): \(count)")
        for name in found.names { Terminal.write("  \(name)") }
        found.complain(about: bank.id)
    }

    /// A warning about a bank that the settings do not name, because it may be misspelled; `nil` if
    /// there is no doubt.
    static func doubt(about bank: String, among known: [BankSettings]) -> String? {
        nearest(to: bank, among: known).map { nearest in
            "saldovakt: warning: [unknown-bank] the settings name no bank '\(bank)'\n"
                + "  fix: \(nearest); a new bank needs an entry with the lines that are"
                + " printed at the end"
        }
    }

    /// The error on a bank that the settings do not name, where no keyring answers.
    ///
    /// - Parameter mayBeNew: whether a bank can be added this way.
    static func unknown(
        _ bank: String, among known: [BankSettings], mayBeNew: Bool = true
    ) -> CommandFailure? {
        let new =
            "; for a new bank write an entry first: no keyring answers that takes its secrets"
        return nearest(to: bank, among: known).map { nearest in
            CommandFailure(
                .wrong, where: "bank \(bank)", code: "unknown-bank",
                problem: "the settings name no bank '\(bank)'",
                fix: nearest + (mayBeNew ? new : ""))
        }
    }

    private static func nearest(to bank: String, among known: [BankSettings]) -> String? {
        guard !known.isEmpty, !known.contains(where: { $0.id == bank }) else { return nil }
        return NearestName.find(bank, among: known.map(\.id)).map { "use '\($0)'" }
            ?? "they name " + known.map(\.id).joined(separator: ", ")
    }
}

extension LoginCommand {
    /// Asks for the credentials that the settings keep in the keyring, and stores them.
    private func storeCredentials(
        _ settings: BankSettings?, among known: [BankSettings]
    ) async throws {
        let entries = SignInEntry.entries(for: bank.id, settings: settings)
        guard !entries.isEmpty else { return try refuseImage() }
        let keyring = SecretServiceKeyring()
        // The keyring is opened before the questions: nobody types secrets for one that is missing.
        let stored: [Bool]
        do { stored = try entries.map { try keyring.secret(named: $0.name) != nil } } catch {
            throw Self.unknown(bank.id, among: known) ?? error
        }
        if let doubt = Self.doubt(about: bank.id, among: known) { Terminal.complain(doubt) }
        let answers = try await answers(to: entries, stored)
        let missing = entries.indices.filter {
            answers[$0] == nil && !stored[$0] && !entries[$0].isOptional
        }.map { entries[$0] }
        guard missing.isEmpty else { throw nothingGiven(for: missing) }
        for (answer, entry) in zip(answers, entries) {
            guard let answer else { continue }
            try keyring.store(
                answer, named: entry.name, label: "saldovakt: \(bank.id) \(entry.question)")
        }
        for (place, entry) in entries.enumerated()
        where answers[place] != nil || settings == nil && stored[place] {
            Terminal.write(entry.settingsLine + ",")
        }
        let isChanged = zip(answers, stored).contains { $0 != nil && $1 }
        if isChanged, SQLiteAlertStore.holder(ofFolder: state.folder) != nil {
            try? await state.leave(.poll(source: bank.id), at: SystemClock().now)
            Terminal.write("the running watcher asks the bank with the new credentials")
        }
    }

    /// Refuses an image with credentials, which would not be read.
    private func refuseImage() throws(CommandFailure) {
        guard qr != nil else { return }
        throw CommandFailure(
            .wrong, where: "--qr", code: "no-keyring-entry",
            problem: "the settings keep no secret of bank \(bank.id) in the keyring",
            fix: "leave --qr away, or write {\"keyring\": NAME} where the settings name the secrets"
        )
    }

    private func nothingGiven(for entries: [SignInEntry]) -> CommandFailure {
        let keys = entries.map { "'\($0.key)'" }.joined(separator: ", ")
        let questions = entries.map(\.question).joined(separator: " and ")
        return CommandFailure(
            .wrong, where: "bank \(bank.id)", code: "no-answer",
            problem: "nothing was given for \(keys); nothing was stored",
            fix: "run 'saldovakt login \(bank.id)\(paste ? " --paste" : "")' again and give the "
                + questions)
    }

    private func answers(to entries: [SignInEntry], _ stored: [Bool]) async throws -> [Secret?] {
        if let qr {
            let found = try await QRCode.credentials(inImage: qr)
            return entries.map { found[$0.key] }
        }
        return try await Prompt().answers(
            to: zip(entries, stored).map { entry, isStored in
                let hint =
                    isStored ? " (Enter keeps it)" : entry.isOptional ? " (may be empty)" : ""
                return "\(bank.id) \(entry.question)" + hint
            })
    }
}

/// `saldovakt logout BANK`: ends a sign-in and removes a bank's credentials from the keyring.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Ends a sign-in and removes a bank's credentials.",
        discussion: """
            Ends the access at the bank where the bank lets a program do that, and removes the \
            sign-in and what the keyring has. Stored facts about accounts stay.
            """)

    @Argument(help: "The bank's id in the settings.", completion: OfferedNames.banks.completion)
    var bank: BankArgument

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let configuration = try settings.load()
        let named = configuration.settings.banks.first { $0.id == bank.id }
        var hadSignIn = false
        if let named { hadSignIn = try await endSignIn(at: named, configuration) }
        let entries = SignInEntry.entries(for: bank.id, settings: named)
        let removed: Int
        do {
            removed = try entries.filter { try SecretServiceKeyring().remove(named: $0.name) }.count
        } catch {
            let known = configuration.settings.banks
            throw LoginCommand.unknown(bank.id, among: known, mayBeNew: false) ?? error
        }
        guard removed > 0 || hadSignIn else {
            throw CommandFailure(
                .wrong, where: "bank \(bank.id)", code: "not-logged-in",
                problem: "nothing of this bank is stored",
                fix: "nothing; secrets in files and variables are yours to remove")
        }
        if removed > 0 { Terminal.write("removed \(removed) of bank \(bank.id)") }
    }

    /// - Returns: whether there was a sign-in.
    private func endSignIn(
        at bank: BankSettings, _ configuration: Configuration
    ) async throws -> Bool {
        let factory = SourceFactory(configuration, stateFolder: state.folder)
        let store = factory.signInStore(of: bank)
        // A pause or a count alone is none, and is kept: the bank counts on.
        if let state = try? store.load(), !state.isSignIn { return false }
        // A sign-in that can't be read is removed too.
        guard (try? store.load()) != nil || (try? store.remove()) == true else { return false }
        let signIn = try? factory.browserSignIn(at: bank)
        let isRevoked = try await store.exclusively { (try? await signIn?.revoke()) ?? false }
        _ = try store.remove()
        Terminal.write(
            isRevoked
                ? "signed out of bank \(bank.id)"
                : "signed out of bank \(bank.id) here; end the access at the bank too")
        return true
    }
}

extension CommandFailure {
    init(_ error: BankError, bank: String) {
        if case .failed(let failure) = error.outcome {
            self.init(failure, bank: bank, code: "sign-in")
        } else {
            var wait = "an hour"
            if case .throttled(let pause?) = error { wait = Strings.length(pause / .seconds(1)) }
            self.init(
                .environment, where: "bank \(bank)", code: "throttled",
                problem: "the bank asks to come later", fix: "wait \(wait) and sign in again")
        }
    }

    init(_ failure: SourceFailure, bank: String, code: String = "bank") {
        self.init(
            .environment, where: "bank \(bank)", code: code, problem: failure.problem,
            fix: failure.fix)
    }
}
