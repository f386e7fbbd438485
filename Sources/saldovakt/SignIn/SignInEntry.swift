import Settings

/// One of the things that a bank asks for, and where the keyring keeps it.
struct SignInEntry: Sendable, Hashable {
    /// The key in the bank's settings: `clientId`.
    let key: String
    /// What a person is asked for.
    let question: String
    /// Its name in the keyring.
    let name: String
    /// Whether the bank can be asked without it.
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

    /// The line for the settings file.
    var settingsLine: String {
        "\(JSONText.string(key)): {\"keyring\": \(JSONText.string(name))}"
    }

    private static func name(_ reference: SecretReference?) -> String? {
        if case .keyring(let name)? = reference?.source { name } else { nil }
    }
}
