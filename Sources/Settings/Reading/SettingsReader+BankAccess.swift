import Finance

extension BankSettings.Kind {
    /// What a bank of this type may say.
    var keys: [String] {
        let own =
            switch self {
            case .sbanken:
                [
                    "clientId", "clientSecret", "customerId", "dialect", "apiURL", "authURL",
                    "secretIssued", "historyFrom", "archive", "cards",
                ]
            case .command: ["command", "timeout", "environment"]
            }
        return ["id", "type"] + own + ["interval", "accounts"]
    }
}

extension SettingsReader {
    /// How the Sbanken API is asked.
    mutating func sbanken(_ fields: SettingsFields) -> SbankenSettings {
        let clientID = requiredSecret("clientId", of: fields)
        let clientSecret = requiredSecret("clientSecret", of: fields)
        let nowhere = SecretReference(.environment(""))
        var bank = SbankenSettings(
            clientID: clientID ?? nowhere, clientSecret: clientSecret ?? nowhere)
        bank.dialect = word("dialect", of: fields, as: SbankenSettings.Dialect.self) ?? .v2
        bank.customerID =
            bank.dialect == .v1
            ? requiredSecret("customerId", of: fields) : optionalSecret("customerId", of: fields)
        bank.apiURL = publicAddress("apiURL", of: fields)
        bank.authURL = publicAddress("authURL", of: fields)
        bank.secretIssued = day("secretIssued", of: fields)
        bank.historyFrom = day("historyFrom", of: fields)
        bank.readsArchive = flag("archive", of: fields) ?? false
        bank.readsCards = flag("cards", of: fields) ?? false
        return bank
    }

    /// The program that brings a bank's answers.
    mutating func bankCommand(_ fields: SettingsFields) -> BankCommandSettings {
        let program = command(fields) ?? CommandSettings(program: "")
        return BankCommandSettings(program: program, variables: variables(fields))
    }

    /// The secrets that a program gets in its environment.
    private mutating func variables(
        _ fields: SettingsFields
    ) -> [BankCommandSettings.Variable] {
        guard let node = fields["environment"] else { return [] }
        guard let members = node.members else {
            report(
                .wrongKind(
                    key: "environment", expected: "an object of references by variable",
                    found: node.kindName),
                at: node.range)
            return []
        }
        return members.compactMap { member in
            guard Self.isVariableName(member.key) else {
                report(.notAVariable(member.key), at: member.value.range)
                return nil
            }
            return reference(member.value, member.key).map {
                BankCommandSettings.Variable(name: member.key, value: $0)
            }
        }
    }
}
