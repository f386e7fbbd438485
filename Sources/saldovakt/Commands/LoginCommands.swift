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
        let stored = try entries.map { try keyring.secret(named: $0.name) != nil }
        let questions = entries.map {
            "\(bank.id) \($0.question)" + ($0.isOptional ? " (may be empty)" : "")
        }
        let answers = try await SecretPrompt().answers(to: questions)
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
        let known = try settings.load().settings.banks.first { $0.id == bank.id }
        let removed = try SignInEntry.entries(for: bank.id, settings: known).filter {
            try SecretServiceKeyring().remove(named: $0.name)
        }.count
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

    /// What a bank asks for; settings that already point into the keyring keep their names.
    static func entries(for bank: String, settings: BankSettings?) -> [SignInEntry] {
        func entry(
            _ key: String, _ question: String, _ suffix: String, _ reference: SecretReference?,
            isOptional: Bool = false
        ) -> SignInEntry {
            let name =
                if case .keyring(let name)? = reference?.source { name } else {
                    "\(bank)-\(suffix)"
                }
            return SignInEntry(key: key, question: question, name: name, isOptional: isOptional)
        }
        if case .command(let command)? = settings?.access {
            return command.variables.map {
                entry($0.name, $0.name, $0.name.lowercased(), $0.value)
            }
        }
        let sbanken = settings?.sbanken
        return [
            entry("clientId", "client id", "client-id", sbanken?.clientID),
            entry("clientSecret", "client secret", "client-secret", sbanken?.clientSecret),
            entry(
                "customerId", "customer id", "customer-id", sbanken?.customerID,
                isOptional: sbanken?.dialect != .v1),
        ]
    }

    var settingsLine: String {
        "\(JSONWriter.quoted(key)): {\"keyring\": \(JSONWriter.quoted(name))}"
    }
}
