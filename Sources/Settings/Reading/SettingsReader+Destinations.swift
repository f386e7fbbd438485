import Finance

extension SettingsReader {
    /// A text that is kept in the file or elsewhere and is not a secret by itself.
    mutating func confidential(_ key: String, of fields: SettingsFields) -> ConfidentialText? {
        guard let node = fields[key] else { return nil }
        if node.members != nil { return reference(node, key).map { .reference($0) } }
        guard let text = text(of: node, key)?.text else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            report(
                .notADestination(key: key, noun: "a name", form: "it on one line"), at: node.range)
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
        report(.notADestination(key: key, noun: noun, form: form), at: node.range)
        return nil
    }

    /// The address of a server, without anything after its host and port.
    mutating func server(
        _ key: String, of fields: SettingsFields, schemes: [String], form: String
    ) -> String? {
        guard let (text, node) = requiredText(key, of: fields) else { return nil }
        if WebAddress.isServer(text, schemes: schemes) { return text }
        report(.notAnAddress(key: key, form: form), at: node.range)
        return nil
    }

    /// `true` or `false`; reports anything else.
    mutating func flag(_ key: String, of fields: SettingsFields) -> Bool? {
        guard let node = fields[key] else { return nil }
        if case .boolean(let value) = node.value { return value }
        report(
            .wrongKind(key: key, expected: "true or false", found: node.kindName), at: node.range)
        return nil
    }
}
