import Finance

/// The members of one object in a settings file.
struct SettingsFields {
    /// What the object is, for messages: `the bank 'sbanken'`.
    var owner: String
    let node: JSONNode

    /// The value of a key; a `null` counts as not written.
    subscript(key: String) -> JSONNode? {
        guard let value = node[key], value.value != .null else { return nil }
        return value
    }
}

extension SettingsReader {
    mutating func object(
        _ node: JSONNode, _ owner: String, known: [String]
    ) -> SettingsFields? {
        guard let members = node.members else {
            reportKind(of: node, owner, expected: "an object")
            return nil
        }
        for member in members where !known.contains(member.key) {
            let near = NearestName.find(member.key, among: known)
            report(
                "unknown-key",
                "unknown key: '\(member.key)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
                fix: near.map { "rename the key to \"\($0)\"" } ?? "use one of \(Self.list(known))",
                at: member.keyRange)
        }
        return SettingsFields(owner: owner, node: node)
    }

    /// The members of an object whose keys are names; reports another kind of value.
    mutating func members(
        _ key: String, of fields: SettingsFields, expected: String
    ) -> [JSONMember] {
        list(key, of: fields, expected: expected, \.members)
    }

    /// The elements of a list; reports another kind of value.
    mutating func elements(
        _ key: String, of fields: SettingsFields, expected: String
    ) -> [JSONNode] {
        list(key, of: fields, expected: expected, \.elements)
    }

    private mutating func list<Part>(
        _ key: String, of fields: SettingsFields, expected: String,
        _ parts: (JSONNode) -> [Part]?
    ) -> [Part] {
        guard let node = fields[key] else { return [] }
        if let parts = parts(node) { return parts }
        reportKind(of: node, key, expected: expected)
        return []
    }

    /// The value of a key; reports that it is missing.
    mutating func required(_ key: String, of fields: SettingsFields) -> JSONNode? {
        if let node = fields[key] { return node }
        // The opening bracket is the place: the object may be long.
        let start = fields.node.range.lowerBound
        report(
            "missing-key", "\(fields.owner) has no '\(key)'", fix: "add \"\(key)\": …",
            at: start..<start + 1)
        return nil
    }

    /// The text of a key that may be missing; reports another kind of value.
    mutating func optionalText(
        _ key: String, of fields: SettingsFields
    ) -> (text: String, node: JSONNode)? {
        fields[key].flatMap { text(of: $0, key) }
    }

    /// The text of a key; reports that it is missing or of another kind.
    mutating func requiredText(
        _ key: String, of fields: SettingsFields
    ) -> (text: String, node: JSONNode)? {
        required(key, of: fields).flatMap { text(of: $0, key) }
    }

    /// The text of a node; reports another kind of value.
    mutating func text(of node: JSONNode, _ key: String) -> (text: String, node: JSONNode)? {
        if let text = node.string { return (text, node) }
        reportKind(of: node, key, expected: "a text")
        return nil
    }

    /// One of the words of `Word`; reports any other, with the nearest.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, of fields: SettingsFields, as type: Word.Type
    ) -> Word? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        let near = NearestName.find(text, among: known)
        report(
            "unknown-value",
            "unknown \(key): '\(text)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
            fix: "write \(near.map { "\"\($0)\"" } ?? "one of " + Self.list(known))", at: node.range
        )
        return nil
    }

    /// Names in quotes, for a fix.
    static func list(_ names: [String]) -> String {
        names.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// `true` or `false`; reports anything else.
    mutating func flag(_ key: String, of fields: SettingsFields) -> Bool? {
        guard let node = fields[key] else { return nil }
        if case .boolean(let value) = node.value { return value }
        reportKind(of: node, key, expected: "true or false")
        return nil
    }

    /// A day such as 2026-09-01; reports anything else.
    mutating func day(_ key: String, of fields: SettingsFields) -> CalendarDay? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if let day = CalendarDay(isoText: text) { return day }
        report(
            "day", "'\(key)' is not a day: '\(text)'", fix: "write it as \"2026-09-01\"",
            at: node.range)
        return nil
    }

    /// A length of time such as `5 minutes`; reports anything else.
    mutating func duration(_ key: String, of fields: SettingsFields) -> Duration? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if let duration = DurationText.parse(text) { return duration }
        report(
            "duration", "'\(key)' is not a length of time: '\(text)'",
            fix: "write \"5m\", \"2h\", \"1d\" or \"5 minutes\"", at: node.range)
        return nil
    }

    /// Whether `name` can name a bank or a channel; reports that it cannot.
    mutating func isName(_ name: String, at range: Range<Int>) -> Bool {
        let fits =
            (1...64).contains(name.count)
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        guard !fits else { return true }
        report(
            "name", "this cannot be a name: '\(name)'",
            fix: "use letters, digits, '-', '_' and '.', at most 64 of them", at: range)
        return false
    }
}
