import Finance

/// Reads the JSON of a rules file and collects rules and findings.
struct RulesFileReader {
    private let json: PositionedJSON
    private let fileName: String
    private let channels: Set<String>
    private(set) var findings: [RuleFinding] = []
    private(set) var located: [LocatedRule] = []
    var groups = NamedGroups()
    var groupNames: [GroupName] = []
    private var ids: Set<String> = []
    /// The last number that was appended to a derived id, by the id without it.
    private var numbers: [String: Int] = [:]
    /// Whether reading stopped before the end, because there were too many findings.
    private(set) var isCutShort = false

    /// The number of findings at which reading stops.
    private static let mostFindings = 1_000

    /// The day on which the file's months begin (RL-76).
    private var monthStart: Int?

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
        guard let root = json.root,
            isObject(
                root, "a rules file", like: #"{"version": 1, "rules": […]}"#,
                known: RulesFileKeys.file)
        else { return }
        if let version = required("version", of: root, "the file names no version", like: "1"),
            version.number != "\(RulesFileKeys.version)"
        {
            add(
                "unsupported-version", at: version.range,
                "this version of the format is not known", expected: ["1"], suggestion: "1")
        }
        if let node = root["monthStart"] {
            monthStart = (1...31).first { node.number == "\($0)" }
            if monthStart == nil {
                add(
                    "invalid-month-start", at: node.range,
                    "\"monthStart\" is the day on which months begin, 1 to 31",
                    expected: ["1 to 31"])
            }
        }
        readGroups(root)
        guard let rules = required("rules", of: root, "the file has no rules", like: "[…]") else {
            return
        }
        readRules(rules)
    }

    private mutating func readRules(_ rules: JSONNode) {
        guard let elements = rules.elements else {
            add(
                "wrong-json-type", at: rules.range, "the rules are a list, not \(rules.kindName)",
                expected: ["[…]"])
            return
        }
        guard elements.count <= RulesFileKeys.ruleLimit else {
            add(
                "too-many-rules", at: rules.range.lowerBound..<rules.range.lowerBound + 1,
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

    /// Collects the given ids first, so that a derived id never takes that of a later rule.
    private mutating func collectIDs(_ elements: [JSONNode]) {
        for node in elements.compactMap({ $0["id"] }) {
            guard let id = node.string, !ids.insert(id).inserted else { continue }
            add(
                "duplicate-id", at: node.range, "another rule has the id \"\(id)\" too",
                rule: id, suggestion: freeID(for: id))
        }
    }

    private mutating func freeID(for id: String) -> String {
        guard ids.contains(id) else { return id }
        var number = numbers[id] ?? 2
        while ids.contains("\(id)-\(number)") { number += 1 }
        numbers[id] = number
        return "\(id)-\(number)"
    }

    private mutating func readRule(_ node: JSONNode) {
        let given = node["id"]?.string
        // A rule without other fields may be written as its sentence only.
        guard
            node.string != nil
                || isObject(
                    node, "a rule", like: #"{"when": "balance under 100 NOK"}"#,
                    known: RulesFileKeys.rule, rule: given)
        else { return }
        let when = readSentence(of: node, given)
        let id = readID(of: node, when?.sentence)
        let notify = notify(node, id)
        let message = text("message", node, id)
        let title = text("title", node, id)
        _ = text("note", node, id)
        let urgency = urgency(node, id)
        let resolve = flag("resolve", node, id)
        let attachesReport = flag("report", node, id) ?? false
        let isEnabled = flag("enabled", node, id)
        guard let (sentence, line, columns) = when else { return }
        if attachesReport, let node = node["report"], sentence.body.kind != .summary {
            add(
                "report-without-summary", at: node.range,
                "only a summary can bring the report; remove \"report\" here, or add a rule of its own",
                rule: id, expected: ["\"when\": \"summary every monday at 08:00\""])
        }
        checkPlaceholders(of: node, id, kind: sentence.body.kind)
        guard let id else { return }
        let rule = Rule(
            id: id, sentence: sentence.text, kind: sentence.body.kind, body: sentence.body,
            clauses: Clauses(sentence.clauses), notify: notify ?? RulesFileKeys.defaultNotify,
            message: message, title: title, urgency: urgency ?? .normal, resolve: resolve ?? true,
            attachesReport: attachesReport, bodyKey: sentence.body.key, isNamed: node["id"] != nil,
            readAs: sentence.isReworded ? sentence.canonicalWords : nil)
        located.append(
            LocatedRule(
                rule: rule, isEnabled: isEnabled ?? true, file: fileName, line: line,
                columns: columns))
    }

    private mutating func readID(of rule: JSONNode, _ sentence: Sentence?) -> String? {
        guard let node = rule["id"] else {
            let id = sentence.map { freeID(for: DerivedID.id(for: $0.body)) }
            if let id { ids.insert(id) }
            return id
        }
        if let scalars = node.string?.unicodeScalars,
            (1...RulesFileKeys.idLimit).contains(scalars.count),
            scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        {
            return node.string
        }
        add(
            "invalid-id", at: node.range,
            "an id is a text of 1 to \(RulesFileKeys.idLimit) characters")
        return node.string
    }

    // MARK: Shared by all fields

    mutating func isObject(
        _ node: JSONNode, _ what: String, like example: String, known: [String], rule: String? = nil
    ) -> Bool {
        guard let members = node.members else {
            add(
                "wrong-json-type", at: node.range, "\(what) is an object, not \(node.kindName)",
                expected: [example])
            return false
        }
        for member in members where !known.contains(member.key) {
            let nearest = EditDistance.nearest(to: member.key, among: known).first
            add(
                "unknown-key", at: member.keyRange, "there is no key \"\(member.key)\" here",
                rule: rule, expected: nearest == nil ? known : [], suggestion: nearest)
        }
        return true
    }

    /// The value of a key; reports a missing key at the opening bracket.
    mutating func required(
        _ key: String, of node: JSONNode, _ message: String, rule: String? = nil,
        like example: String
    ) -> JSONNode? {
        if let value = node[key] { return value }
        add(
            "missing-key", at: node.range.lowerBound..<node.range.lowerBound + 1, message,
            rule: rule, expected: ["\"\(key)\": \(example)"])
        return nil
    }

    /// The value in the expected type; reports any other type.
    mutating func value<Value>(
        of node: JSONNode?, _ key: String, _ expected: String, rule: String?,
        _ read: (JSONNode) -> Value?
    ) -> Value? {
        guard let node else { return nil }
        if let value = read(node) { return value }
        add(
            "wrong-json-type", at: node.range, "\"\(key)\" is \(expected), not \(node.kindName)",
            rule: rule, expected: [expected])
        return nil
    }

    /// Adds an error at a range of bytes of the file.
    mutating func add(
        _ code: String, at range: Range<Int>, _ message: String, rule: String? = nil,
        expected: [String] = [], suggestion: String? = nil
    ) {
        guard findings.count < Self.mostFindings else {
            isCutShort = true
            return
        }
        findings.append(
            finding(
                code, at: range, message, rule: rule, expected: expected, suggestion: suggestion))
    }

    func finding(
        _ code: String, at range: Range<Int>, _ message: String, rule: String? = nil,
        expected: [String] = [], suggestion: String? = nil
    ) -> RuleFinding {
        let place = json.position(ofByte: range.lowerBound)
        return RuleFinding(
            file: fileName, line: place.line, column: place.column,
            length: json.columnCount(of: range), rule: rule, code: code, message: message,
            expected: expected, suggestion: suggestion, excerpt: json.excerpt(at: range))
    }
}

extension RulesFileReader {
    /// Reads `when` and reports the problems of the sentence at their place in the file.
    ///
    /// - Returns: the sentence with its place; `nil` if it is missing or has an error.
    private mutating func readSentence(
        of rule: JSONNode, _ given: String?
    ) -> (sentence: Sentence, line: Int, columns: [Int])? {
        let when =
            rule.string != nil
            ? rule
            : required(
                "when", of: rule, "the rule has no sentence", rule: given,
                like: #""balance under 100 NOK""#)
        guard let node = when,
            let text = value(of: node, "when", "a sentence in quotes", rule: given, \.string)
        else { return nil }
        let (sentence, problems) = SentenceParser.check(
            text, monthStart: monthStart, groups: groups)
        let (line, columns) = places(of: node, text)
        let id = given ?? sentence.map { DerivedID.id(for: $0.body) }
        findings += problems.map {
            RuleFinding(
                $0, sentence: text, rule: id, file: fileName, line: line, columns: columns)
        }
        if let sentence, !problems.contains(where: { $0.severity == .error }) {
            return (sentence, line, columns)
        }
        checkPlaceholders(of: rule, given, kind: sentence?.body.kind)
        return nil
    }

    private func places(of node: JSONNode, _ text: String) -> (line: Int, columns: [Int]) {
        let places = StringPlaces(of: node, in: json.bytes)
        let start = json.position(ofByte: node.range.lowerBound)
        // A JSON string has no line breaks, so columns follow from the code points before them.
        var columns = [start.column + 1]
        for index in 0..<text.unicodeScalars.count {
            let bytes = places.bytes(of: index..<index + 1)
            columns.append((columns.last ?? 1) + json.columnCount(of: bytes))
        }
        return (start.line, columns)
    }

    private mutating func notify(_ rule: JSONNode, _ id: String?) -> [String]? {
        let node = rule["notify"]
        let elements = value(
            of: node, "notify", #"a list of channels such as ["desktop"]"#, rule: id, \.elements)
        guard let node, let elements else { return nil }
        if elements.isEmpty {
            add(
                "no-channel", at: node.range,
                "this rule has no channels, so it would never notify anyone",
                rule: id, expected: channels.sorted())
        }
        var names: [String] = []
        for element in elements {
            let name = value(
                of: element, "notify", "the name of a channel", rule: id, \.string)
            guard let name, !names.contains(name) else { continue }
            if channels.contains(name) {
                names.append(name)
                continue
            }
            add(
                "unknown-channel", at: element.range,
                "there is no channel \"\(name)\" in the settings", rule: id,
                expected: channels.sorted(),
                suggestion: EditDistance.nearest(to: name, among: channels).first)
        }
        return names.isEmpty ? nil : names
    }

    private mutating func urgency(_ rule: JSONNode, _ id: String?) -> Urgency? {
        guard let node = rule["urgency"] else { return nil }
        if let urgency = node.string.flatMap(Urgency.init) { return urgency }
        let names = Urgency.allCases.map(\.rawValue)
        add(
            "unknown-urgency", at: node.range, "there is no such urgency", rule: id,
            expected: names,
            suggestion: node.string.flatMap { EditDistance.nearest(to: $0, among: names).first })
        return nil
    }

    private mutating func text(_ key: String, _ rule: JSONNode, _ id: String?) -> String? {
        let node = rule[key]
        let text = value(of: node, key, "a text", rule: id, \.string)
        guard let node, let text else { return nil }
        let count = text.unicodeScalars.count
        if count > RulesFileKeys.textLimit {
            add(
                "too-long", at: node.range,
                "\"\(key)\" has at most \(RulesFileKeys.textLimit) characters, this one has "
                    + "\(count)", rule: id)
        }
        return text
    }

    private mutating func flag(_ key: String, _ rule: JSONNode, _ id: String?) -> Bool? {
        value(of: rule[key], key, "true or false", rule: id, \.boolean)
    }

    /// Reports placeholders that the kind of rule has no value for (RL-41).
    private mutating func checkPlaceholders(
        of rule: JSONNode, _ id: String?, kind: RuleKind?
    ) {
        for node in ["title", "message"].compactMap({ rule[$0] }) {
            guard let text = node.string else { continue }
            let places = StringPlaces(of: node, in: json.bytes)
            for problem in Placeholders.problems(in: text, kind: kind) where !isCutShort {
                add(
                    problem.code, at: places.bytes(of: problem.span), problem.message,
                    rule: id, expected: problem.expected, suggestion: problem.suggestion)
            }
        }
    }
}
