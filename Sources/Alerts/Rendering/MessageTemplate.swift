import Finance

/// A person's own text with placeholders such as `{account}` (RL-41, D63).
///
/// Values are filled in once and not parsed again, so that a bank's text with braces stays text.
struct MessageTemplate: Sendable {
    private enum Part: Sendable {
        case text(String)
        case name(String)
    }

    private let parts: [Part]

    /// Splits the neutralised text; a brace that encloses no known name is plain text.
    init(_ text: String) {
        var parts: [Part] = []
        var rest = SafeText.neutralised(text, limit: nil)[...]
        while let open = rest.firstIndex(of: "{") {
            parts.append(.text(String(rest[..<open])))
            let inside = rest[rest.index(after: open)...]
            let name = inside.prefix { $0.isASCII && $0.isLetter }
            if Self.names.contains(String(name)), inside[name.endIndex...].hasPrefix("}") {
                parts.append(.name(String(name)))
                rest = inside[name.endIndex...].dropFirst()
            } else {
                parts.append(.text("{"))
                rest = inside
            }
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The names of placeholders, of every kind of rule.
    static let names: Set<String> = [
        "rule", "account", "balance", "available", "limit", "value", "amount", "merchant", "text",
        "date", "count", "sum", "deadline", "since",
    ]

    /// The names whose values contain neither an amount nor a text of the bank.
    static let discreetNames: Set<String> = ["rule", "account", "count", "deadline", "since"]

    var usedNames: Set<String> {
        Set(
            parts.compactMap { part in
                if case .name(let name) = part { name } else { nil }
            })
    }

    func text(in language: Language, _ value: (String) -> String?) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): value(name) ?? language.texts.unknown
            }
        }.joined()
    }
}
