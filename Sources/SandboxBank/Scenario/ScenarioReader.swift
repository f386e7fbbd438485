import Finance

/// Reads the parts of a scenario and collects all errors, instead of stopping at the first.
final class ScenarioReader {
    private(set) var findings: [ScenarioFinding] = []
    /// Where the parts of the scenario begin, by path.
    private(set) var positions: [String: TextPosition] = [:]
    private let text: PositionedJSON

    /// The problems of the text itself are the first findings.
    init(_ text: PositionedJSON) {
        self.text = text
        for problem in text.problems {
            report(
                "json", "", problem.range, problem.description,
                fix: "correct the JSON at this place")
        }
    }

    func report(
        _ code: String, _ path: String, _ range: Range<Int>, _ problem: String, fix: String
    ) {
        findings.append(
            ScenarioFinding(
                code: code, path: path, position: text.position(ofByte: range.lowerBound),
                problem: problem, fix: fix))
    }

    func misfit(_ node: JSONNode, _ path: String, want: String) {
        report("type", path, node.range, "\(node.kindName) does not fit here", fix: "write \(want)")
    }

    func note(_ node: JSONNode, at path: String) {
        positions[path] = text.position(ofByte: node.range.lowerBound)
    }

    /// Reads an object; `nil` if anything in it is wrong, unknown members included.
    ///
    /// - Parameter read: returns `nil` if not even the names of its members can be checked.
    func object<Value>(
        _ node: JSONNode, at path: String, _ read: (ScenarioObject) -> Value?
    ) -> Value? {
        note(node, at: path)
        guard let members = node.members else {
            misfit(node, path, want: "an object")
            return nil
        }
        let before = findings.count
        let object = ScenarioObject(path: path, node: node, reader: self)
        let value = read(object)
        for member in members where value != nil && !object.asked.contains(member.key) {
            report(
                "unknown-key", object.path(of: member.key), member.keyRange,
                "this name means nothing here",
                fix: Self.fix(member.key, among: object.asked, quote: "'"))
        }
        return findings.count == before ? value : nil
    }

    static func fix(_ name: String, among known: [String], quote: String) -> String {
        NearestName.find(name, among: known).map { "did you mean \(quote)\($0)\(quote)?" }
            ?? "use one of \(known.joined(separator: ", "))"
    }
}

/// An object of a scenario while it is read.
///
/// A required member has an example. If it is missing or wrong, a finding is added and a
/// placeholder returned; the object itself is then `nil`.
final class ScenarioObject {
    /// Empty for the whole.
    let path: String
    let node: JSONNode
    let reader: ScenarioReader
    fileprivate(set) var asked: [String] = []

    fileprivate init(path: String, node: JSONNode, reader: ScenarioReader) {
        self.path = path
        self.node = node
        self.reader = reader
    }

    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// A member that is not `null`; one with an `example` must be there.
    func member(_ key: String, example: String? = nil) -> JSONNode? {
        asked.append(key)
        guard let member = node[key] else {
            if let example {
                reader.report(
                    "missing", path(of: key), node.range, "'\(key)' is missing",
                    fix: "add \"\(key)\": \(example)")
            }
            return nil
        }
        return member.value == .null && example == nil ? nil : member
    }

    /// A member parsed by `read`; otherwise the finding names what is expected.
    func value<Value>(
        _ key: String, want: String, example: String? = nil, _ read: (JSONNode) -> Value?
    ) -> Value? {
        guard let node = member(key, example: example) else { return nil }
        if let value = read(node) { return value }
        reader.misfit(node, path(of: key), want: want)
        return nil
    }

    func object<Value>(_ key: String, _ read: (ScenarioObject) -> Value?) -> Value? {
        member(key).flatMap { reader.object($0, at: path(of: key), read) }
    }

    /// The elements of a list that can be read; no member gives an empty list.
    func list<Value>(
        _ key: String, example: String? = nil, _ read: (JSONNode, String) -> Value?
    ) -> [Value] {
        guard let node = member(key, example: example) else { return [] }
        let path = path(of: key)
        reader.note(node, at: path)
        guard let elements = node.elements else {
            reader.misfit(node, path, want: "a list")
            return []
        }
        return elements.enumerated().compactMap { read($1, "\(path)[\($0)]") }
    }

    func objects<Value>(
        _ key: String, example: String? = nil, _ read: (ScenarioObject) -> Value?
    ) -> [Value] {
        list(key, example: example) { reader.object($0, at: $1, read) }
    }

    func text(_ key: String) -> String? { value(key, want: "a text in double quotes", \.string) }

    func text(_ key: String, example: String) -> String {
        value(key, want: "a text in double quotes", example: "\"\(example)\"", \.string) ?? ""
    }

    /// An amount read digit by digit, as a number or a text.
    func amount(_ key: String, in currency: Currency = .nok, isRequired: Bool = false) -> Money? {
        let example = "-187.00"
        let digits = value(
            key, want: "an amount such as \(example)", example: isRequired ? example : nil
        ) { $0.number ?? $0.string }
        guard let digits, let node = node[key] else { return nil }
        do { return try Money(parsing: digits, currency: currency) } catch {
            let problem =
                switch error {
                case .tooPrecise: "the amount has more decimals than \(currency)"
                case .overflow: "the amount is too large"
                case .notANumber, .mixedCurrencies: "this is no amount"
                }
            reader.report(
                "amount", path(of: key), node.range, problem,
                fix: "write a number such as \(example)")
            return nil
        }
    }

    func money(_ key: String) -> Money { amount(key, isRequired: true) ?? .zero(.nok) }

    func whole(_ key: String, in range: ClosedRange<Int>, example: String? = nil) -> Int? {
        let want = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return value(key, want: want, example: example) { node in
            node.number.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func day(_ key: String) -> CalendarDay? {
        value(key, want: "a day such as \"2026-03-06\"") { node in
            node.string.flatMap { CalendarDay(isoText: $0) }
        }
    }

    func date(_ key: String) -> SandboxDate? {
        let want = "a day such as \"2026-03-06\", or -2 for two days before"
        return value(key, want: want) { node in
            if let text = node.string { return CalendarDay(isoText: text).map(SandboxDate.day) }
            let days = node.number.flatMap { Int($0) }
            return days.flatMap { abs($0) <= 36_600 ? .offset($0) : nil }
        }
    }

    func word(_ key: String, among words: [String], example: String? = nil) -> String? {
        guard let node = member(key, example: example.map { "\"\($0)\"" }) else { return nil }
        if let word = node.string, words.contains(word) { return word }
        reader.report(
            "word", path(of: key), node.range, "this is not one of the known words",
            fix: ScenarioReader.fix(node.string ?? "", among: words, quote: "\""))
        return nil
    }
}
