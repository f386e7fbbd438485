import Finance
import Settings

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
