import Finance

extension SettingsReader {
    mutating func banks(_ fields: SettingsFields) -> [BankSettings] {
        var known: Set<String> = []
        return elements("banks", of: fields, expected: "a list of banks").compactMap {
            bank($0, known: &known)
        }
    }

    private mutating func bank(_ node: JSONNode, known: inout Set<String>) -> BankSettings? {
        let kind = bankKind(node)
        guard var fields = object(node, "this bank", known: kind.keys) else { return nil }
        let id = bankID(of: fields, known: &known)
        if let id { fields.owner = "the bank '\(id)'" }
        // A part that is missing is a finding, and with a finding nobody sees the bank: the
        // stand-ins only let the reading go on to the next fault.
        _ = required("type", of: fields)
        // What such a bank would need is only known if the type is nearly one of ours.
        if word("type", of: fields, as: BankSettings.Kind.self) == nil, !isNearType(node) {
            return nil
        }
        var bank = BankSettings(id: id ?? "", access: access(kind, fields))
        bank.interval = duration("interval", of: fields)
        bank.accounts = accounts(fields)
        return bank
    }

    private func isNearType(_ node: JSONNode) -> Bool {
        guard let text = node["type"]?.string else { return true }
        return NearestName.find(text, among: BankSettings.Kind.allCases.map(\.rawValue)) != nil
    }

    /// Which keys a bank may have follows its type; without a readable one it is the first.
    private func bankKind(_ node: JSONNode) -> BankSettings.Kind {
        node["type"]?.string.flatMap(BankSettings.Kind.init) ?? .sbanken
    }

    private mutating func access(
        _ kind: BankSettings.Kind, _ fields: SettingsFields
    ) -> BankSettings.Access {
        switch kind {
        case .sbanken: .sbanken(sbanken(fields))
        case .command: .command(bankCommand(fields))
        }
    }

    private mutating func bankID(
        of fields: SettingsFields, known: inout Set<String>
    ) -> String? {
        guard let (id, node) = requiredText("id", of: fields),
            isName(id, at: node.range)
        else { return nil }
        if !known.insert(id).inserted {
            report(
                "repeated-bank", "two banks have the same id: '\(id)'", fix: "give each its own id",
                at: node.range)
        }
        return id
    }

    private mutating func accounts(_ fields: SettingsFields) -> [AccountSettings] {
        let members = members(
            "accounts", of: fields, expected: "an object of accounts by name")
        var known = Set(members.map { FoldedText($0.key) })
        return members.compactMap { member in
            guard
                let account = object(
                    member.value, "the account '\(member.key)'", known: ["aliases"])
            else { return nil }
            return AccountSettings(name: member.key, aliases: aliases(account, known: &known))
        }
    }

    private mutating func aliases(
        _ account: SettingsFields, known: inout Set<FoldedText>
    ) -> [String] {
        var aliases: [String] = []
        for element in elements("aliases", of: account, expected: "a list of names") {
            guard let (name, place) = text(of: element, "each alias") else { continue }
            if name.allSatisfy(\.isWhitespace) {
                report(
                    "name", "there is nothing in this name", fix: "write a name, or remove it",
                    at: place.range)
            } else if known.insert(FoldedText(name)).inserted {
                aliases.append(name)
            } else {
                report(
                    "repeated-alias", "two accounts would have the same name: '\(name)'",
                    fix: "keep the alias at one of them", at: place.range)
            }
        }
        return aliases
    }
}

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

    mutating func bankCommand(_ fields: SettingsFields) -> BankCommandSettings {
        let program = command(fields) ?? CommandSettings(program: "")
        return BankCommandSettings(program: program, variables: variables(fields))
    }

    /// The secrets that a program gets in its environment.
    private mutating func variables(
        _ fields: SettingsFields
    ) -> [BankCommandSettings.Variable] {
        let members = members(
            "environment", of: fields, expected: "an object of references by variable")
        return members.compactMap { member in
            guard Self.isVariableName(member.key) else {
                report(
                    "variable", "not the name of a variable: '\(member.key)'",
                    fix: "use letters, digits and '_', and no digit first",
                    at: member.value.range)
                return nil
            }
            return reference(member.value, member.key).map {
                BankCommandSettings.Variable(name: member.key, value: $0)
            }
        }
    }
}
