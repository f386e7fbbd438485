import Finance

extension SettingsReader {
    /// The banks of the file.
    mutating func banks(_ fields: SettingsFields) -> [BankSettings] {
        guard let node = fields["banks"] else { return [] }
        guard let elements = node.elements else {
            report(
                .wrongKind(key: "banks", expected: "a list of banks", found: node.kindName),
                at: node.range)
            return []
        }
        var known: Set<String> = []
        return elements.compactMap { bank($0, known: &known) }
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
        if !known.insert(id).inserted { report(.repeatedBank(id), at: node.range) }
        return id
    }

    private mutating func accounts(_ fields: SettingsFields) -> [AccountSettings] {
        guard let node = fields["accounts"] else { return [] }
        guard let members = node.members else {
            report(
                .wrongKind(
                    key: "accounts", expected: "an object of accounts by name",
                    found: node.kindName),
                at: node.range)
            return []
        }
        var known = Set(members.map { FoldedText($0.key) })
        return members.compactMap { member in
            guard
                let account = object(
                    member.value, "the account '\(member.key)'", known: ["aliases"])
            else { return nil }
            let aliases = aliases(account["aliases"], known: &known)
            return AccountSettings(name: member.key, aliases: aliases)
        }
    }

    private mutating func aliases(_ node: JSONNode?, known: inout Set<FoldedText>) -> [String] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            report(
                .wrongKind(key: "aliases", expected: "a list of names", found: node.kindName),
                at: node.range)
            return []
        }
        var aliases: [String] = []
        for element in elements {
            guard let (name, place) = text(of: element, "each alias") else { continue }
            if name.allSatisfy(\.isWhitespace) {
                report(.blankAlias, at: place.range)
            } else if known.insert(FoldedText(name)).inserted {
                aliases.append(name)
            } else {
                report(.repeatedAlias(name), at: place.range)
            }
        }
        return aliases
    }
}
