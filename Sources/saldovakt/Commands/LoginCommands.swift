import ArgumentParser
import Console
import Finance
import Settings

/// `saldovakt login BANK`: puts what a bank asks for into the keyring.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Puts a bank's credentials into the keyring.",
        discussion: """
            Asks for the client id, the client secret and the customer id and shows nothing of \
            what you type; in a pipe it reads them as lines in that order. An empty line leaves \
            what is there. Then it prints the lines for the bank's entry in the settings file. The \
            bank is not asked.
            """)

    @Argument(help: "The bank's id in the settings.")
    var bank: BankArgument

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let known = try settings.load().settings.banks
        let entries = SignInEntry.entries(
            for: bank.id, settings: known.first { $0.id == bank.id })
        if let doubt = Self.doubt(about: bank.id, among: known) { Terminal.complain(doubt) }
        let keyring = SecretServiceKeyring()
        // Asked first, so that nobody types secrets for a keyring that is not there.
        let stored = try entries.map { entry in
            try keyring.secret(named: entry.name) != nil
        }
        let questions = entries.map { entry in
            "\(bank.id) \(entry.question)" + (entry.isOptional ? " (may be empty)" : "")
        }
        let answers = try await SecretPrompt().answers(to: questions)
        try store(answers, for: entries, stored: stored, in: keyring)
        for (place, entry) in entries.enumerated() where answers[place] != nil || stored[place] {
            Terminal.write(entry.settingsLine + ",")
        }
    }

    /// What to say of a bank that the settings, which name others, do not name: it may be one to
    /// come, or a slip.
    static func doubt(about bank: String, among known: [BankSettings]) -> String? {
        guard !known.isEmpty, !known.contains(where: { $0.id == bank }) else { return nil }
        let nearest = NearestName.find(bank, among: known.map(\.id)).map { "use '\($0)', or " }
        return "saldovakt: warning: [unknown-bank] the settings name no bank '\(bank)'\n"
            + "  fix: \(nearest ?? "")give a new entry the lines that are printed at the end"
    }

    private func store(
        _ answers: [Secret?], for entries: [SignInEntry], stored: [Bool],
        in keyring: some WritableKeyring
    ) throws {
        for (place, entry) in entries.enumerated() where answers[place] == nil {
            guard entry.isOptional || stored[place] else {
                throw CommandFailure(
                    .wrong, where: "bank \(bank.id)", code: "no-answer",
                    problem: "nothing was given for '\(entry.key)'; nothing was stored",
                    fix: "run 'saldovakt login \(bank.id)' again and give the \(entry.question)")
            }
        }
        for (answer, entry) in zip(answers, entries) {
            guard let answer else { continue }
            try keyring.store(
                answer, named: entry.name, label: "saldovakt: \(bank.id) \(entry.question)")
        }
    }
}

/// `saldovakt logout BANK`: takes a bank's credentials out of the keyring.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Removes a bank's credentials from the keyring.",
        discussion: """
            What was stored about accounts stays. The access itself is ended at the bank.
            """)

    @Argument(help: "The bank's id in the settings.")
    var bank: BankArgument

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let known = try settings.load().settings.banks
        let entries = SignInEntry.entries(
            for: bank.id, settings: known.first { $0.id == bank.id })
        let keyring = SecretServiceKeyring()
        var removed = 0
        for entry in entries {
            if try keyring.remove(named: entry.name) { removed += 1 }
        }
        guard removed > 0 else {
            throw CommandFailure(
                .wrong, where: "bank \(bank.id)", code: "not-logged-in",
                problem: "the keyring has nothing of this bank",
                fix: "nothing; secrets in files and variables are yours to remove")
        }
        Terminal.write("removed \(removed) of bank \(bank.id)")
    }
}

/// One of the things that a bank asks for, and where the keyring keeps it.
struct SignInEntry: Sendable, Hashable {
    /// The key in the bank's settings: `clientId`.
    let key: String
    let question: String
    let name: String
    let isOptional: Bool

    /// What a bank asks for.
    ///
    /// Settings that already point into the keyring keep their names.
    ///
    /// - Parameters:
    ///   - bank: the identifier in the settings.
    ///   - settings: what the settings say about it, if they know it.
    static func entries(for bank: String, settings: BankSettings?) -> [SignInEntry] {
        switch settings?.access {
        case .command(let command): command.variables.map { entry(for: bank, $0) }
        case .sbanken(let sbanken): entries(for: bank, sbanken)
        case nil: entries(for: bank, nil)
        }
    }

    private static func entry(
        for bank: String, _ variable: BankCommandSettings.Variable
    ) -> SignInEntry {
        SignInEntry(
            key: variable.name, question: variable.name,
            name: name(variable.value) ?? "\(bank)-\(variable.name.lowercased())",
            isOptional: false)
    }

    private static func entries(for bank: String, _ settings: SbankenSettings?) -> [SignInEntry] {
        [
            SignInEntry(
                key: "clientId", question: "client id",
                name: name(settings?.clientID) ?? "\(bank)-client-id", isOptional: false),
            SignInEntry(
                key: "clientSecret", question: "client secret",
                name: name(settings?.clientSecret) ?? "\(bank)-client-secret", isOptional: false),
            SignInEntry(
                key: "customerId", question: "customer id",
                name: name(settings?.customerID) ?? "\(bank)-customer-id",
                isOptional: settings?.dialect != .v1),
        ]
    }

    var settingsLine: String {
        "\(JSONWriter.quoted(key)): {\"keyring\": \(JSONWriter.quoted(name))}"
    }

    private static func name(_ reference: SecretReference?) -> String? {
        if case .keyring(let name)? = reference?.source { name } else { nil }
    }
}
