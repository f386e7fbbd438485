import Finance

/// Reads the parts of a scenario and collects what is wrong, instead of stopping at the first.
///
/// A reading that fails gives `nil` or a stand-in and leaves a finding; whoever reads looks at
/// ``findings`` at the end.
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
            report("type", path, node.range, "\(node.kindName) stands here", fix: "write an object")
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

    /// The elements of a list with their paths; no member gives an empty list.
    mutating func list(_ key: String, of fields: Fields) -> [(node: JSONNode, path: String)] {
        guard let node = fields.values[key] else { return [] }
        let path = fields.path(of: key)
        positions[path] = text.position(ofByte: node.range.lowerBound)
        guard case .array(let elements) = node.value else {
            report("type", path, node.range, "\(node.kindName) stands here", fix: "write a list")
            return []
        }
        return elements.enumerated().map { ($1, "\(path)[\($0)]") }
    }

    /// A member that must be there.
    mutating func required(_ key: String, of fields: Fields, example: String) -> JSONNode? {
        if let node = fields.values[key] { return node }
        report(
            "missing", fields.path(of: key), fields.range, "'\(key)' is missing",
            fix: "add \"\(key)\": \(example)")
        return nil
    }

    /// Reports that a member has the wrong type or shape.
    mutating func reportType(_ key: String, of fields: Fields, _ node: JSONNode, want: String) {
        report(
            "type", fields.path(of: key), node.range, "\(node.kindName) does not fit here",
            fix: "write \(want)")
    }
}
