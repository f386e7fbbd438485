import Finance

/// Reads the parts of a scenario and collects what is wrong, instead of stopping at the first.
///
/// A reading that fails gives `nil` or a stand-in and leaves a finding; whoever reads looks at
/// ``findings`` at the end. A member that has an `example` must be there.
struct ScenarioReader {
    /// The members of an object and where it stands.
    struct Fields {
        /// The path of the object; empty for the whole.
        let path: String
        /// Where the object stands, in bytes.
        let range: Range<Int>
        /// The values by name.
        let values: [String: JSONNode]

        /// The path of a member.
        func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    }

    /// What is wrong so far.
    private(set) var findings: [ScenarioFinding] = []
    /// Where the parts of the scenario begin, by path.
    private(set) var positions: [String: TextPosition] = [:]
    private let text: PositionedJSON

    /// Prepares to read the parts of a text; its own problems are the first findings.
    init(_ text: PositionedJSON) {
        self.text = text
        findings = text.problems.map { problem in
            ScenarioFinding(
                code: "json", path: "", position: text.position(ofByte: problem.range.lowerBound),
                problem: problem.description, fix: "correct the JSON at this place")
        }
    }

    /// Notes that something is wrong.
    mutating func report(
        _ code: String, _ path: String, _ range: Range<Int>?, _ problem: String, fix: String
    ) {
        findings.append(
            ScenarioFinding(
                code: code, path: path,
                position: range.map { text.position(ofByte: $0.lowerBound) }, problem: problem,
                fix: fix))
    }

    /// The members of an object; unknown names are reported.
    mutating func fields(of node: JSONNode, at path: String, known: [String]) -> Fields? {
        positions[path] = text.position(ofByte: node.range.lowerBound)
        guard case .object(let members) = node.value else {
            report(
                "type", path, node.range, "\(node.kindName) does not fit here",
                fix: "write an object")
            return nil
        }
        for member in members where !known.contains(member.key) {
            let near = NearestName.find(member.key, among: known)
            report(
                "unknown-key", path.isEmpty ? member.key : "\(path).\(member.key)",
                member.keyRange, "this name means nothing here",
                fix: near.map { "did you mean '\($0)'?" }
                    ?? "use one of \(known.joined(separator: ", "))")
        }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        return Fields(path: path, range: node.range, values: values)
    }

    /// The members of an object inside another one, or `nil`.
    mutating func fields(_ key: String, of fields: Fields, known: [String]) -> Fields? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        return self.fields(of: node, at: fields.path(of: key), known: known)
    }

    /// The elements of a list with their paths; no member gives an empty list.
    mutating func list(_ key: String, of fields: Fields) -> [(node: JSONNode, path: String)] {
        guard let node = fields.values[key] else { return [] }
        let path = fields.path(of: key)
        positions[path] = text.position(ofByte: node.range.lowerBound)
        guard case .array(let elements) = node.value else {
            report(
                "type", path, node.range, "\(node.kindName) does not fit here",
                fix: "write a list")
            return []
        }
        return elements.enumerated().map { ($1, "\(path)[\($0)]") }
    }

    /// Reports a member that must be there and is not.
    mutating func require(_ key: String, of fields: Fields, example: String) {
        guard fields.values[key] == nil else { return }
        report(
            "missing", fields.path(of: key), fields.range, "'\(key)' is missing",
            fix: "add \"\(key)\": \(example)")
    }

    /// A member as `read` takes it; otherwise the finding says to write what is wanted.
    mutating func value<Value>(
        _ key: String, of fields: Fields, want: String, example: String? = nil,
        code: String = "type", _ read: (JSONNode.Value) -> Value?
    ) -> Value? {
        if let example { require(key, of: fields, example: example) }
        guard let node = fields.values[key], !node.isNull || example != nil else { return nil }
        if let value = read(node.value) { return value }
        report(
            code, fields.path(of: key), node.range, "\(node.kindName) does not fit here",
            fix: "write \(want)")
        return nil
    }
}

extension ScenarioReader {
    mutating func text(_ key: String, of fields: Fields, example: String? = nil) -> String? {
        value(
            key, of: fields, want: "a text in double quotes", example: example.map { "\"\($0)\"" }
        ) { if case .string(let text) = $0 { text } else { nil } }
    }

    /// The text of a row: left out is the bank's own, `null` is none.
    mutating func rowText(_ key: String, of fields: Fields) -> SandboxText {
        fields.values[key] == nil ? .usual : .exactly(text(key, of: fields))
    }

    /// An amount read digit by digit, as a number or a text.
    mutating func amount(
        _ key: String, of fields: Fields, in currency: Currency = .nok, example: String? = nil
    ) -> Money? {
        let digits: String? = value(
            key, of: fields, want: "an amount such as -187.00", example: example
        ) { value in
            switch value {
            case .number(let text), .string(let text): text
            default: nil
            }
        }
        guard let digits else { return nil }
        do {
            return try Money(parsing: digits, currency: currency)
        } catch {
            let problem =
                switch error {
                case .tooPrecise: "the amount has more decimals than \(currency)"
                case .overflow: "the amount is too large"
                case .notANumber, .mixedCurrencies: "this is no amount"
                }
            report(
                "amount", fields.path(of: key), fields.values[key]?.range, problem,
                fix: "write a number such as -187.00")
            return nil
        }
    }

    /// A whole number.
    mutating func whole(
        _ key: String, in range: ClosedRange<Int>, of fields: Fields, example: String? = nil
    ) -> Int? {
        let want = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return value(key, of: fields, want: want, example: example) { value in
            guard case .number(let text) = value, let number = Int(text) else { return nil }
            return range.contains(number) ? number : nil
        }
    }

    /// A day such as `"2026-03-06"`.
    mutating func day(_ key: String, of fields: Fields) -> CalendarDay? {
        value(key, of: fields, want: "a day such as \"2026-03-06\"") { value in
            if case .string(let text) = value { CalendarDay(isoText: text) } else { nil }
        }
    }

    /// A day, or a distance to the bank day such as -2.
    mutating func date(_ key: String, of fields: Fields) -> SandboxDate? {
        let want = "a day such as \"2026-03-06\", or -2 for two days before"
        return value(key, of: fields, want: want) { value in
            switch value {
            case .string(let text): return CalendarDay(isoText: text).map(SandboxDate.day)
            case .number(let text):
                let days = Int(text).flatMap { abs($0) <= 36_600 ? $0 : nil }
                return days.map(SandboxDate.offset)
            default: return nil
            }
        }
    }

    /// One of some words.
    mutating func word(
        _ key: String, among words: [String], of fields: Fields, example: String? = nil
    ) -> String? {
        if let example { require(key, of: fields, example: "\"\(example)\"") }
        guard let node = fields.values[key], !node.isNull else { return nil }
        guard case .string(let word) = node.value, words.contains(word) else {
            let near = NearestName.find(node.string ?? "", among: words)
            report(
                "word", fields.path(of: key), node.range, "this is not one of the known words",
                fix: near.map { "did you mean \"\($0)\"?" }
                    ?? "use one of \(words.joined(separator: ", "))")
            return nil
        }
        return word
    }
}
