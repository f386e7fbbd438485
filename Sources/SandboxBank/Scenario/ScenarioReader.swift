import Finance

/// Reads the parts of a scenario and collects what is wrong, instead of stopping at the first.
///
/// A required member that is missing or wrong leaves a finding and a stand-in; the object around it is
/// then `nil`. Members that nobody asked for are reported as unknown.
struct ScenarioReader {
    /// An object and its path; empty for the whole.
    struct Fields {
        let path: String
        let node: JSONNode

        func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    }

    private(set) var findings: [ScenarioFinding] = []
    /// Where the parts of the scenario begin, by path.
    private(set) var positions: [String: TextPosition] = [:]
    private let text: PositionedJSON
    /// The members asked for, of each object that is being read.
    private var asked: [[String]] = []

    /// The problems of the text itself are the first findings.
    init(_ text: PositionedJSON) {
        self.text = text
        for problem in text.problems {
            report(
                "json", "", problem.range, problem.description,
                fix: "correct the JSON at this place")
        }
    }

    mutating func report(
        _ code: String, _ path: String, _ range: Range<Int>, _ problem: String, fix: String
    ) {
        findings.append(
            ScenarioFinding(
                code: code, path: path, position: text.position(ofByte: range.lowerBound),
                problem: problem, fix: fix))
    }

    private mutating func misfit(_ node: JSONNode, _ path: String, want: String) {
        report("type", path, node.range, "\(node.kindName) does not fit here", fix: "write \(want)")
    }

    /// Reads an object; `nil` if anything in it is wrong.
    ///
    /// - Parameter read: gives `nil` if not even the names of its members can be judged.
    mutating func object<Value>(
        _ node: JSONNode, at path: String, want: String = "an object",
        _ read: (inout ScenarioReader, Fields) -> Value?
    ) -> Value? {
        positions[path] = text.position(ofByte: node.range.lowerBound)
        guard let members = node.members else {
            misfit(node, path, want: want)
            return nil
        }
        let before = findings.count
        asked.append([])
        let fields = Fields(path: path, node: node)
        let value = read(&self, fields)
        let known = asked.removeLast()
        for member in members where value != nil && !known.contains(member.key) {
            report(
                "unknown-key", fields.path(of: member.key), member.keyRange,
                "this name means nothing here", fix: Self.fix(member.key, among: known, quote: "'"))
        }
        return findings.count == before ? value : nil
    }

    /// Reads an object inside another one, if it is there.
    mutating func object<Value>(
        _ key: String, of fields: Fields, _ read: (inout ScenarioReader, Fields) -> Value?
    ) -> Value? {
        member(key, of: fields).flatMap { object($0, at: fields.path(of: key), read) }
    }

    /// The elements of a list that can be read; no member gives an empty list.
    mutating func list<Value>(
        _ key: String, of fields: Fields, example: String? = nil,
        _ read: (inout ScenarioReader, JSONNode, String) -> Value?
    ) -> [Value] {
        guard let node = member(key, of: fields, example: example) else { return [] }
        let path = fields.path(of: key)
        positions[path] = text.position(ofByte: node.range.lowerBound)
        guard let elements = node.elements else {
            misfit(node, path, want: "a list")
            return []
        }
        return elements.enumerated().compactMap { read(&self, $1, "\(path)[\($0)]") }
    }

    /// A member that is not `null`; one with an `example` must be there.
    mutating func member(
        _ key: String, of fields: Fields, example: String? = nil
    ) -> JSONNode? {
        asked[asked.count - 1].append(key)
        guard let node = fields.node[key] else {
            if let example {
                report(
                    "missing", fields.path(of: key), fields.node.range, "'\(key)' is missing",
                    fix: "add \"\(key)\": \(example)")
            }
            return nil
        }
        return node.value == .null && example == nil ? nil : node
    }

    /// A member as `read` takes it; otherwise the finding says to write what is wanted.
    mutating func value<Value>(
        _ key: String, of fields: Fields, want: String, example: String? = nil,
        _ read: (JSONNode) -> Value?
    ) -> Value? {
        guard let node = member(key, of: fields, example: example) else { return nil }
        if let value = read(node) { return value }
        misfit(node, fields.path(of: key), want: want)
        return nil
    }

    private static func fix(_ name: String, among known: [String], quote: String) -> String {
        NearestName.find(name, among: known).map { "did you mean \(quote)\($0)\(quote)?" }
            ?? "use one of \(known.joined(separator: ", "))"
    }
}

extension ScenarioReader {
    mutating func text(_ key: String, of fields: Fields) -> String? {
        value(key, of: fields, want: "a text in double quotes", \.string)
    }

    mutating func text(_ key: String, of fields: Fields, example: String) -> String {
        value(key, of: fields, want: "a text in double quotes", example: "\"\(example)\"", \.string)
            ?? ""
    }

    /// The text of a row: left out is the bank's own, `null` is none.
    mutating func rowText(of fields: Fields) -> SandboxText {
        let text = text("text", of: fields)
        return fields.node["text"] == nil ? .usual : .exactly(text)
    }

    /// An amount read digit by digit, as a number or a text.
    mutating func amount(
        _ key: String, of fields: Fields, in currency: Currency = .nok, isRequired: Bool = false
    ) -> Money? {
        let example = "-187.00"
        let digits = value(
            key, of: fields, want: "an amount such as \(example)",
            example: isRequired ? example : nil
        ) { $0.number ?? $0.string }
        guard let digits, let node = fields.node[key] else { return nil }
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
                "amount", fields.path(of: key), node.range, problem,
                fix: "write a number such as \(example)")
            return nil
        }
    }

    /// An amount that must be there.
    mutating func money(_ key: String, of fields: Fields) -> Money {
        amount(key, of: fields, isRequired: true) ?? .zero(.nok)
    }

    mutating func whole(
        _ key: String, in range: ClosedRange<Int>, of fields: Fields, example: String? = nil
    ) -> Int? {
        let want = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return value(key, of: fields, want: want, example: example) { node in
            node.number.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    mutating func day(_ key: String, of fields: Fields) -> CalendarDay? {
        value(key, of: fields, want: "a day such as \"2026-03-06\"") { node in
            node.string.flatMap { CalendarDay(isoText: $0) }
        }
    }

    mutating func date(_ key: String, of fields: Fields) -> SandboxDate? {
        let want = "a day such as \"2026-03-06\", or -2 for two days before"
        return value(key, of: fields, want: want) { node in
            if let text = node.string { return CalendarDay(isoText: text).map(SandboxDate.day) }
            let days = node.number.flatMap { Int($0) }
            return days.flatMap { abs($0) <= 36_600 ? .offset($0) : nil }
        }
    }

    /// One of some words.
    mutating func word(
        _ key: String, among words: [String], of fields: Fields, example: String? = nil
    ) -> String? {
        let node = member(key, of: fields, example: example.map { "\"\($0)\"" })
        guard let node else { return nil }
        if let word = node.string, words.contains(word) { return word }
        report(
            "word", fields.path(of: key), node.range, "this is not one of the known words",
            fix: Self.fix(node.string ?? "", among: words, quote: "\""))
        return nil
    }
}
