import Finance

/// The placeholders of `message` and `title`, a closed list for each kind of rule (D63).
public enum Placeholders: Sendable {
    /// The placeholders that rules of a kind may use, without braces.
    public static func names(for kind: RuleKind) -> [String] {
        switch kind {
        case .level, .window, .change:
            ["rule", "account", "balance", "available", "limit", "value", "since"]
        case .forecast:
            ["rule", "account", "balance", "available", "limit", "value", "date", "since"]
        case .event:
            ["amount", "merchant", "text", "date", "account", "rule", "count", "sum", "since"]
        case .repeat: ["amount", "merchant", "account", "rule", "count", "sum", "since"]
        case .absence: ["deadline", "account", "rule", "since"]
        case .summary: ["rule", "count", "sum", "since"]
        case .health: ["rule", "since"]
        }
    }

    /// The problems of the placeholders in a text, with ranges in code points of the text.
    ///
    /// Without a kind, because the sentence is invalid too, every known name is accepted.
    static func problems(in text: String, kind: RuleKind?) -> [SentenceProblem] {
        let kinds = kind.map { [$0] } ?? RuleKind.allCases
        let known = kinds.flatMap(names).reduce(into: [String]()) { list, name in
            if !list.contains(name) { list.append(name) }
        }
        return scan(text).compactMap { span, name in
            guard let name else {
                return SentenceProblem(
                    span: span, code: "unclosed-placeholder",
                    message: "this brace has no matching one; a placeholder is written {rule}")
            }
            guard !known.contains(name) else { return nil }
            let nearest = EditDistance.nearest(to: name, among: known).first
            return SentenceProblem(
                span: span, code: "unknown-placeholder",
                message: "a rule of this kind has nothing to put in place of {\(name)}",
                expected: known.map { "{\($0)}" }, suggestion: nearest.map { "{\($0)}" })
        }
    }

    /// All placeholders with their ranges; a brace without its partner has no name.
    private static func scan(_ text: String) -> [(span: Range<Int>, name: String?)] {
        let scalars = Array(text.unicodeScalars)
        var found: [(Range<Int>, String?)] = []
        var open: Int?
        for (place, scalar) in scalars.enumerated() {
            switch (scalar, open) {
            case ("{", nil): open = place
            case ("{", let start?):
                found.append((start..<start + 1, nil))
                open = place
            case ("}", let start?):
                found.append((start..<place + 1, String(scalars: scalars[start + 1..<place])))
                open = nil
            case ("}", nil): found.append((place..<place + 1, nil))
            default: break
            }
        }
        if let open { found.append((open..<open + 1, nil)) }
        return found
    }
}
