public import Finance

/// Writes the sentences of a rules file in canonical words and leaves everything else as it is.
///
/// Comments, white space, the order of keys and other texts keep their bytes. So does a sentence
/// that is already canonical, with its escapes. Formatting the result again changes nothing.
public enum RulesFormatter: Sendable {
    /// Formats a file; a file with an error is returned unchanged, with its findings.
    ///
    /// Channels belong to the settings, so any name in `notify` is accepted.
    ///
    /// - Parameter language: the language of the canonical words; a sentence without a canonical
    ///   form in it is written in English.
    public static func format(
        _ bytes: [UInt8], fileName: String, language: Language = .english
    ) -> FormattedRules {
        let json = PositionedJSON(bytes)
        let nodes = json.root?["rules"]?.elements ?? []
        let result = RulesFile.load(bytes, fileName: fileName, channels: channels(in: nodes))
        guard result.ruleSet != nil else {
            return FormattedRules(bytes: bytes, changes: [], findings: result.findings)
        }
        var pieces: [UInt8] = []
        var changes: [SentenceChange] = []
        var untranslated: [LocatedRule] = []
        var end = 0
        for (node, located) in zip(nodes, result.located) {
            let when = node["when"] ?? node
            guard let sentence = sentence(of: located.rule, result.groups) else { continue }
            let words = sentence.words(in: language, groups: result.groups)
            if words == nil { untranslated.append(located) }
            guard let after = changed(sentence, words ?? sentence.canonicalWords, result.groups)
            else { continue }
            pieces += bytes[end..<when.range.lowerBound] + Array(JSONWriter.quoted(after).utf8)
            end = when.range.upperBound
            changes.append(
                SentenceChange(
                    rule: located.rule.id, line: located.line, before: located.rule.sentence,
                    after: after))
        }
        return FormattedRules(
            bytes: pieces + bytes[end...], changes: changes, untranslated: untranslated,
            findings: result.findings)
    }

    private static func sentence(of rule: Rule, _ groups: NamedGroups) -> Sentence? {
        try? SentenceParser.parse(rule.sentence, groups: groups).get()
    }

    /// The canonical words of a sentence, if they differ from its text and have the same meaning.
    ///
    /// Canonical words may be longer than a sentence is allowed to be; then the sentence stays.
    private static func changed(
        _ sentence: Sentence, _ words: String, _ groups: NamedGroups
    ) -> String? {
        guard words != sentence.text,
            case .success(let again) = SentenceParser.parse(words, groups: groups),
            again.meaning == sentence.meaning
        else { return nil }
        return words
    }

    private static func channels(in nodes: [JSONNode]) -> Set<String> {
        Set(nodes.flatMap { $0["notify"]?.elements ?? [] }.compactMap(\.string))
    }
}

/// A rules file with its sentences in canonical words.
public struct FormattedRules: Sendable {
    /// The bytes of the file; unchanged if there is nothing to change, or an error.
    public let bytes: [UInt8]
    /// The sentences that changed, in the order of the file.
    public let changes: [SentenceChange]
    /// The rules that stay in English because the language has no words for them.
    public var untranslated: [LocatedRule] = []
    /// The errors that prevent formatting, and warnings.
    public let findings: [RuleFinding]

    public var isRefused: Bool { findings.contains { $0.severity == .error } }
}

/// A sentence of a rules file that formatting writes in other words.
public struct SentenceChange: Sendable, Hashable {
    public let rule: String
    /// The line of the sentence in the file, from 1.
    public let line: Int
    public let before: String
    public let after: String
}
