import Finance

extension SettingsReader {
    /// The members of an object; reports another kind of value and keys that are not `known`.
    mutating func object(
        _ node: JSONNode, _ owner: String, known: [String]
    ) -> SettingsFields? {
        guard let members = node.members else {
            report(
                .wrongKind(key: owner, expected: "an object", found: node.kindName),
                at: node.range)
            return nil
        }
        for member in members where !known.contains(member.key) {
            let suggestion = NearestName.find(member.key, among: known)
            report(
                .unknownKey(key: member.key, suggestion: suggestion, known: known),
                at: member.keyRange)
        }
        return SettingsFields(owner: owner, node: node)
    }

    /// The value of a key; reports that it is missing.
    mutating func required(_ key: String, of fields: SettingsFields) -> JSONNode? {
        if let node = fields[key] { return node }
        // The opening bracket is the place: the object may be long.
        let start = fields.node.range.lowerBound
        report(.missingKey(key: key, owner: fields.owner), at: start..<start + 1)
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
        report(.wrongKind(key: key, expected: "a text", found: node.kindName), at: node.range)
        return nil
    }

    /// One of the words of `Word`; reports any other, with the nearest.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, of fields: SettingsFields, as type: Word.Type
    ) -> Word? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        let suggestion = NearestName.find(text, among: known)
        report(
            .unknownWord(key: key, found: text, suggestion: suggestion, known: known),
            at: node.range)
        return nil
    }

    /// A day such as 2026-09-01; reports anything else.
    mutating func day(_ key: String, of fields: SettingsFields) -> CalendarDay? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if let day = CalendarDay(isoText: text) { return day }
        report(.notADay(key: key, found: text), at: node.range)
        return nil
    }

    /// A length of time such as `5 minutes`; reports anything else.
    mutating func duration(_ key: String, of fields: SettingsFields) -> Duration? {
        guard let (text, node) = optionalText(key, of: fields) else { return nil }
        if let duration = DurationText.parse(text) { return duration }
        report(.notADuration(key: key, found: text), at: node.range)
        return nil
    }

    /// Whether `name` can name a bank or a channel; reports that it cannot.
    mutating func isName(_ name: String, at range: Range<Int>) -> Bool {
        let fits =
            (1...64).contains(name.count)
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        if !fits { report(.invalidName(name), at: range) }
        return fits
    }
}
