import Settings
import Testing

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
        var bank = BankSettings(
            id: "b", clientID: SecretReference(.keyring("mine")),
            clientSecret: SecretReference(.environment("X")))
        bank.dialect = .v1
        let entries = SignInEntry.entries(for: "b", settings: bank)
        #expect(entries.map(\.name) == ["mine", "b-client-secret", "b-customer-id"])
        #expect(entries.map(\.isOptional) == [false, false, false])
    }
}
