import ArgumentParser
import Settings

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
        let known = try Configuration(file: settings.settings).settings.banks
        let entries = SignInEntry.entries(
            for: bank.id, settings: known.first { $0.id == bank.id })
        let keyring = SecretServiceKeyring()
        var removed = 0
        for entry in entries {
            let wasThere = try KeyringFailure.asking { () throws(KeyringFault) in
                try keyring.remove(named: entry.name)
            }
            if wasThere { removed += 1 }
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
