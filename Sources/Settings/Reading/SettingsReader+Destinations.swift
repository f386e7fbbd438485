import Finance

extension SettingsReader {
    mutating func requiredSecret(_ key: String, of fields: SettingsFields) -> SecretReference? {
        required(key, of: fields).flatMap { reference($0, key) }
    }

    mutating func optionalSecret(_ key: String, of fields: SettingsFields) -> SecretReference? {
        fields[key].flatMap { reference($0, key) }
    }

    /// An address in the file or a reference to one.
    ///
    /// A confidential one in the file makes it one that others must not read.
    mutating func address(
        _ key: String, of fields: SettingsFields, isConfidential: Bool = true
    ) -> ConfidentialText? {
        guard let node = required(key, of: fields) else { return nil }
        guard node.members == nil else { return reference(node, key).map { .reference($0) } }
        guard let text = text(of: node, key)?.text else { return nil }
        guard checkAddress(text, key, at: node.range) else { return nil }
        if isConfidential { literalAddresses.append(node.range) }
        return .literal(Secret(text))
    }

    /// An address that is not confidential; may be missing.
    mutating func publicAddress(_ key: String, of fields: SettingsFields) -> String? {
        guard let (text, node) = optionalText(key, of: fields),
            checkAddress(text, key, at: node.range)
        else { return nil }
        return text
    }

    /// Reads `{"env": NAME}` and its relatives; reports a secret that stands in the file.
    mutating func reference(_ node: JSONNode, _ key: String) -> SecretReference? {
        guard node.members != nil else {
            report(
                "literal-secret", "'\(key)' holds a secret in the file itself",
                fix: "keep it elsewhere and write {\"env\": NAME}, {\"file\": PATH},"
                    + " {\"keyring\": NAME} or {\"credential\": NAME}; change the secret if"
                    + " others have seen this file", at: node.range)
            return nil
        }
        let known = ["env", "file", "keyring", "credential"]
        let before = findings.count
        guard let fields = object(node, key, known: known), findings.count == before else {
            return nil
        }
        let written = known.filter { fields[$0] != nil }
        guard written.count == 1, let source = source(written[0], of: fields) else {
            report(
                "invalid-reference", "'\(key)' does not say where the secret is",
                fix: "write exactly one of {\"env\": NAME}, {\"file\": PATH}, {\"keyring\": NAME},"
                    + " {\"credential\": NAME}", at: node.range)
            return nil
        }
        let position = text.position(ofByte: node.range.lowerBound)
        return SecretReference(source, place: "\(fileName):\(position)")
    }

    /// The place that one key of a reference names; `nil` if it cannot be a place.
    private func source(_ key: String, of fields: SettingsFields) -> SecretReference.Source? {
        guard let name = fields[key]?.string, !name.isEmpty,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        switch key {
        case "env": return Self.isVariableName(name) ? .environment(name) : nil
        case "file": return .file(name)
        case "keyring": return .keyring(name)
        default:
            let isFileName = !name.contains("/") && name != "." && name != ".."
            return isFileName ? .credential(name) : nil
        }
    }

    /// Whether a shell could set the variable: a value pasted in its place is refused here.
    static func isVariableName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy {
            switch $0 {
            case 48...57, 65...90, 97...122, 95: true
            default: false
            }
        }
    }

    private mutating func checkAddress(
        _ address: String, _ key: String, at range: Range<Int>
    ) -> Bool {
        if WebAddress.isUsable(address) { return true }
        reportAddress(key, form: "https://host/path", at: range)
        return false
    }
}

extension SettingsReader {
    /// A text that is kept in the file or elsewhere and is not a secret by itself.
    mutating func confidential(_ key: String, of fields: SettingsFields) -> ConfidentialText? {
        guard let node = fields[key] else { return nil }
        if node.members != nil { return reference(node, key).map { .reference($0) } }
        guard let text = text(of: node, key)?.text else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            reportDestination(key, "a name", form: "it on one line", at: node.range)
            return nil
        }
        return .literal(Secret(text))
    }

    /// A text of a shape that `fits`; reports another one without repeating it.
    mutating func destination(
        _ key: String, of fields: SettingsFields, _ noun: String,
        form: String = "it on one line, at most 60 letters", _ fits: (String) -> Bool
    ) -> String? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if fits(text) { return text }
        reportDestination(key, noun, form: form, at: node.range)
        return nil
    }

    /// The address of a server, without anything after its host and port.
    mutating func server(
        _ key: String, of fields: SettingsFields, schemes: [String], form: String
    ) -> String? {
        guard let (text, node) = requiredText(key, of: fields) else { return nil }
        if WebAddress.isServer(text, schemes: schemes) { return text }
        reportAddress(key, form: form, at: node.range)
        return nil
    }

    /// Reports what messages can't go to, without repeating it.
    mutating func reportDestination(
        _ key: String, _ noun: String, form: String, at range: Range<Int>
    ) {
        report("destination", "'\(key)' is not \(noun)", fix: "write \(form)", at: range)
    }

    private mutating func reportAddress(_ key: String, form: String, at range: Range<Int>) {
        report(
            "address", "'\(key)' is not an address that can be used",
            fix: "write \(form) without blanks, user name and password", at: range)
    }
}
