import Finance

/// Walks through the JSON of a rules file and collects rules and findings.
struct RulesFileReader {
    let json: PositionedJSON
    let fileName: String
    let channels: Set<String>
    /// What is wrong so far, in no particular order.
    private(set) var findings: [RuleFinding] = []
    private(set) var located: [LocatedRule] = []
    private var ids: Set<String> = []
    /// The number that a derived id was given last, by what it is derived from.
    private var numbers: [String: Int] = [:]
    /// Whether there were so many findings that the rest of the file was not looked at.
    private(set) var isCutShort = false

    /// So many findings are looked for.
    private static let mostFindings = 1_000

    init(bytes: [UInt8], fileName: String, channels: Set<String>) {
        json = PositionedJSON(bytes)
        self.fileName = fileName
        self.channels = channels.union(RulesFileKeys.builtInChannels)
    }

    mutating func read() {
        for problem in json.problems {
            let isDuplicate = if case .duplicateKey = problem.kind { true } else { false }
            add(isDuplicate ? "duplicate-key" : "invalid-json", at: problem.range, "\(problem)")
        }
        guard let root = json.root else { return }
        guard let members = root.members else {
            add(
                "wrong-json-type", at: root.range,
                "a rules file is an object, not "
                    + root.kindName, expected: [#"{"version": 1, "rules": […]}"#])
            return
        }
        checkKeys(of: members, known: RulesFileKeys.file, rule: nil)
        checkVersion(root)
        readRules(root)
    }

    private mutating func checkVersion(_ root: JSONNode) {
        guard let version = root["version"] else {
            add(
                "missing-key", at: root.range.prefix(1), "the file names no version",
                expected: [#""version": 1"#])
            return
        }
        if version.number != "\(RulesFileKeys.version)" {
            add(
                "unsupported-version", at: version.range,
                "this version of the format is not known", expected: ["1"], suggestion: "1")
        }
    }

    private mutating func readRules(_ root: JSONNode) {
        guard let rules = root["rules"] else {
            add(
                "missing-key", at: root.range.prefix(1), "the file has no rules",
                expected: [#""rules": […]"#])
            return
        }
        guard let elements = rules.elements else {
            add(
                "wrong-json-type", at: rules.range, "the rules are a list, not \(rules.kindName)",
                expected: ["[…]"])
            return
        }
        guard elements.count <= RulesFileKeys.ruleLimit else {
            add(
                "too-many-rules", at: rules.range.prefix(1),
                "a file has at most \(RulesFileKeys.ruleLimit) rules, this one has "
                    + "\(elements.count)")
            return
        }
        collectIDs(elements)
        for element in elements {
            guard findings.count < Self.mostFindings else {
                isCutShort = true
                return
            }
            readRule(element)
        }
    }

    /// Given ids come first, so that a derived one never takes the name of a later rule.
    private mutating func collectIDs(_ elements: [JSONNode]) {
        for node in elements.compactMap({ $0["id"] }) {
            guard let id = node.string else { continue }
            guard !ids.insert(id).inserted else { continue }
            add(
                "duplicate-id", at: node.range, "another rule has the id \"\(id)\" too",
                rule: id, suggestion: freeID(for: id))
        }
    }

    private mutating func readRule(_ node: JSONNode) {
        guard let members = node.members else {
            add(
                "wrong-json-type", at: node.range, "a rule is an object, not \(node.kindName)",
                expected: [#"{"when": "balance under 100 NOK"}"#])
            return
        }
        var fields = RuleFields(node: node, id: node["id"]?.string)
        checkKeys(of: members, known: RulesFileKeys.rule, rule: fields.id)
        readSentence(&fields)
        readID(&fields)
        readFields(&fields)
        guard let sentence = fields.sentence, let id = fields.id, let places = fields.places else {
            return
        }
        located.append(
            LocatedRule(
                rule: Rule(sentence, fields: fields, id: id), isEnabled: fields.isEnabled,
                file: fileName, line: places.line, columns: places.columns))
    }

    private mutating func readID(_ fields: inout RuleFields) {
        guard let node = fields.node["id"] else {
            fields.id = fields.sentence.map { freeID(for: DerivedID.id(for: $0.body)) }
            if let id = fields.id { ids.insert(id) }
            return
        }
        let isUsable =
            node.string.map { id in
                !id.isEmpty && id.unicodeScalars.count <= RulesFileKeys.idLimit
                    && id.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            } ?? false
        if isUsable { return }
        add(
            "invalid-id", at: node.range,
            "an id is a text of 1 to \(RulesFileKeys.idLimit) characters", rule: nil)
    }

    private mutating func freeID(for id: String) -> String {
        guard ids.contains(id) else { return id }
        var number = numbers[id] ?? 2
        while ids.contains("\(id)-\(number)") { number += 1 }
        numbers[id] = number
        return "\(id)-\(number)"
    }

    private mutating func checkKeys(
        of members: [JSONMember], known: [String], rule: String?
    ) {
        for member in members where !known.contains(member.key) {
            let nearest = EditDistance.nearest(to: member.key, among: known).first
            add(
                "unknown-key", at: member.keyRange, "there is no key \"\(member.key)\" here",
                rule: rule, expected: nearest == nil ? known : [], suggestion: nearest)
        }
    }

    /// Adds an error at some bytes of the file.
    mutating func add(
        _ code: String, at range: Range<Int>, _ message: String, rule: String? = nil,
        expected: [String] = [], suggestion: String? = nil
    ) {
        guard findings.count < Self.mostFindings else {
            isCutShort = true
            return
        }
        let place = json.position(ofByte: range.lowerBound)
        findings.append(
            RuleFinding(
                file: fileName, line: place.line, column: place.column,
                length: json.columnCount(of: range), rule: rule, code: code, message: message,
                expected: expected, suggestion: suggestion,
                excerpt: SourceLine(at: range, in: json).excerpt))
    }

    /// Adds a finding that has its place already.
    mutating func add(_ finding: RuleFinding) {
        findings.append(finding)
    }
}

extension Range<Int> {
    /// The first so many of the range.
    fileprivate func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + count)
    }
}
