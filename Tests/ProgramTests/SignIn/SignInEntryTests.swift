import Console
import Testing

@testable import Settings
@testable import saldovakt

@Suite("What login asks for")
struct SignInEntryTests {
    @Test("has names of its own, and lines for the settings")
    func fresh() {
        let entries = SignInEntry.entries(for: "sbanken", settings: nil)
        #expect(
            entries.map(\.settingsLine) == [
                #""clientId": {"keyring": "sbanken-client-id"}"#,
                #""clientSecret": {"keyring": "sbanken-client-secret"}"#,
                #""customerId": {"keyring": "sbanken-customer-id"}"#,
            ])
        #expect(entries.map(\.isOptional) == [false, false, true])
    }

    @Test("keeps the names that settings have, and needs the customer where the bank does")
    func known() {
        var sbanken = SbankenSettings(
            clientID: SecretReference(.keyring("mine")),
            clientSecret: SecretReference(.environment("X")))
        sbanken.dialect = .v1
        let entries = SignInEntry.entries(
            for: "b", settings: BankSettings(id: "b", access: .sbanken(sbanken)))
        #expect(entries.map(\.name) == ["mine", "b-client-secret", "b-customer-id"])
        #expect(entries.map(\.isOptional) == [false, false, false])
    }

    @Test("of a bank that a program brings, it asks for the secrets of its environment")
    func command() {
        let command = BankCommandSettings(
            program: CommandSettings(program: "/bin/my-bank"),
            variables: [
                .init(name: "TOKEN", value: SecretReference(.keyring("mine"))),
                .init(name: "KEY", value: SecretReference(.environment("KEY"))),
            ])
        let entries = SignInEntry.entries(
            for: "b", settings: BankSettings(id: "b", access: .command(command)))
        #expect(entries.map(\.question) == ["TOKEN", "KEY"])
        #expect(entries.map(\.name) == ["mine", "b-key"])
        #expect(entries.first?.settingsLine == #""TOKEN": {"keyring": "mine"}"#)
    }

    @Test("nothing is for the keyring where the settings keep every secret elsewhere")
    func elsewhere() {
        var sbanken = SbankenSettings(
            clientID: SecretReference(.environment("X")),
            clientSecret: SecretReference(.file("secret")))
        sbanken.customerID = SecretReference(.environment("Y"))
        let command = BankCommandSettings(
            program: CommandSettings(program: "/bin/my-bank"),
            variables: [.init(name: "KEY", value: SecretReference(.environment("KEY")))])
        for access in [BankSettings.Access.sbanken(sbanken), .command(command)] {
            let settings = BankSettings(id: "b", access: access)
            #expect(SignInEntry.entries(for: "b", settings: settings).isEmpty)
        }
    }

    @Test("without a keyring a bank that the settings do not name is an error of its own")
    func unknownWithoutKeyring() {
        let known = [
            BankSettings(
                id: "sb1",
                access: .command(
                    BankCommandSettings(program: CommandSettings(program: "/bin/my-bank"))))
        ]
        #expect(LoginCommand.unknown("sb1", among: known) == nil)
        #expect(LoginCommand.unknown("nix", among: []) == nil)
        let text = LoginCommand.unknown("nix", among: known)?.text
        #expect(text?.contains("[unknown-bank] the settings name no bank 'nix'") == true)
        #expect(text?.contains("they name sb1; for a new bank") == true)
        // Nobody adds a bank by signing out of it.
        let leaving = LoginCommand.unknown("nix", among: known, mayBeNew: false)?.text
        #expect(leaving?.hasSuffix("fix: they name sb1") == true)
    }

    @Test("a bank that settings with other banks do not name is doubted before anything is asked")
    func unknownBank() {
        let known = [
            BankSettings(
                id: "sbanken",
                access: .command(
                    BankCommandSettings(program: CommandSettings(program: "/bin/my-bank"))))
        ]
        #expect(LoginCommand.doubt(about: "sbanken", among: known) == nil)
        #expect(LoginCommand.doubt(about: "first", among: []) == nil)
        #expect(
            LoginCommand.doubt(about: "sbankem", among: known) == """
                saldovakt: warning: [unknown-bank] the settings name no bank 'sbankem'
                  fix: use 'sbanken'; a new bank needs an entry with the lines that are printed at the end
                """)
        let other = LoginCommand.doubt(about: "elsewhere", among: known)
        #expect(other?.contains("fix: they name sbanken; a new bank needs") == true)
    }
}
