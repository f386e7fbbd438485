import ArgumentParser
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
        let known = try Configuration(file: settings.settings).settings.banks
        let entries = SignInEntry.entries(
            for: bank.id, settings: known.first { $0.id == bank.id })
        let keyring = SecretServiceKeyring()
        // Asked first, so that nobody types secrets for a keyring that is not there.
        let stored = try entries.map { entry in
            try KeyringFailure.asking { () throws(KeyringFault) in
                try keyring.secret(named: entry.name) != nil
            }
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

    private func store(
        _ answers: [Secret?], for entries: [SignInEntry], stored: [Bool],
        in keyring: some WritableKeyring
    ) throws(CommandFailure) {
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
            try KeyringFailure.asking { () throws(KeyringFault) in
                try keyring.store(
                    answer, named: entry.name, label: "saldovakt: \(bank.id) \(entry.question)")
            }
        }
    }
}
