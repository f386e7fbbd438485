import Finance
import Settings

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
        switch settings?.access {
        case .command(let command):
            return command.variables.map {
                entry($0.name, $0.name, $0.name.lowercased(), $0.value)
            }
        case .spareBank1(let bank):
            return [
                (entry("clientId", "client id", "client-id", bank.clientID), bank.clientID),
                (
                    entry("clientSecret", "client secret", "client-secret", bank.clientSecret),
                    bank.clientSecret
                ),
            ].compactMap { entry, reference in
                // Secrets that are kept elsewhere are not for the keyring.
                if case .keyring = reference.source { entry } else { nil }
            }
        case .enableBanking, .simpleFIN, .files: return []
        case .sbanken, nil: break
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

    /// Whether a person signs in at such a bank from time to time, with credentials that stay.
    static func staysSignedIn(_ settings: BankSettings?) -> Bool {
        switch settings?.access {
        case .spareBank1, .enableBanking, .simpleFIN: true
        case .sbanken, .files, .command, nil: false
        }
    }

    var settingsLine: String {
        "\(JSONWriter.quoted(key)): {\"keyring\": \(JSONWriter.quoted(name))}"
    }
}
