import Finance

extension RulesFileReader {
    /// Reads `when` and puts what is wrong with the sentence to its place in the file.
    mutating func readSentence(_ fields: inout RuleFields) {
        guard let node = fields.node["when"] else {
            add(
                "missing-key", at: fields.node.range.lowerBound..<fields.node.range.lowerBound + 1,
                "the rule has no sentence", rule: fields.id,
                expected: [#""when": "balance under 100 NOK""#])
            return
        }
        guard let text = node.string else {
            addWrongType(node, "when", "a sentence in quotes", fields)
            return
        }
        let (sentence, problems) = SentenceParser.check(text)
        let places = places(of: node)
        fields.places = places
        if !problems.contains(where: { $0.severity == .error }) { fields.sentence = sentence }
        let id = fields.id ?? sentence.map { DerivedID.id(for: $0.body) }
        for problem in problems {
            add(
                RuleFinding(
                    problem, sentence: text, rule: id, file: fileName, line: places.line,
                    columns: places.columns))
        }
        if fields.sentence == nil { checkPlaceholders(in: fields, kind: sentence?.body.kind) }
    }

    private func places(of node: JSONNode) -> (line: Int, columns: [Int]) {
        let places = StringPlaces(of: node, in: json.bytes)
        let start = json.position(ofByte: node.range.lowerBound)
        let scalars = node.string?.unicodeScalars.count ?? 0
        // A JSON text has no line breaks, so columns grow by the code points in between.
        var columns = [start.column + 1]
        columns.reserveCapacity(scalars + 1)
        for index in 0..<scalars {
            let bytes = places.bytes(of: index..<index + 1)
            columns.append((columns.last ?? 1) + json.columnCount(of: bytes))
        }
        return (start.line, columns)
    }

    /// Reads everything besides the sentence and the id.
    mutating func readFields(_ fields: inout RuleFields) {
        readNotify(&fields)
        fields.message = text("message", fields)
        fields.title = text("title", fields)
        _ = text("note", fields)
        readUrgency(&fields)
        fields.resolve = flag("resolve", fields) ?? true
        fields.isEnabled = flag("enabled", fields) ?? true
        if let sentence = fields.sentence {
            checkPlaceholders(in: fields, kind: sentence.body.kind)
        }
    }

    private mutating func readNotify(_ fields: inout RuleFields) {
        guard let node = fields.node["notify"] else { return }
        guard let elements = node.elements else {
            addWrongType(node, "notify", #"a list of channels such as ["desktop"]"#, fields)
            return
        }
        if elements.isEmpty {
            add(
                "no-channel", at: node.range,
                "this rule has no channels, so it would never notify anyone",
                rule: fields.id, expected: channels.sorted())
            return
        }
        var names: [String] = []
        for element in elements {
            guard let name = channel(element, fields), !names.contains(name) else { continue }
            names.append(name)
        }
        fields.notify = names.isEmpty ? fields.notify : names
    }

    private mutating func channel(_ node: JSONNode, _ fields: RuleFields) -> String? {
        guard let name = node.string else {
            addWrongType(node, "notify", "the name of a channel", fields)
            return nil
        }
        if channels.contains(name) { return name }
        let nearest = EditDistance.nearest(to: name, among: channels).first
        add(
            "unknown-channel", at: node.range, "there is no channel \"\(name)\" in the settings",
            rule: fields.id, expected: channels.sorted(), suggestion: nearest)
        return nil
    }

    private mutating func readUrgency(_ fields: inout RuleFields) {
        guard let node = fields.node["urgency"] else { return }
        let names = Urgency.allCases.map(\.rawValue)
        if let name = node.string, let urgency = Urgency(rawValue: name) {
            fields.urgency = urgency
            return
        }
        add(
            "unknown-urgency", at: node.range, "there is no such urgency", rule: fields.id,
            expected: names,
            suggestion: node.string.flatMap { EditDistance.nearest(to: $0, among: names).first })
    }

    private mutating func text(_ key: String, _ fields: RuleFields) -> String? {
        guard let node = fields.node[key] else { return nil }
        guard let text = node.string else {
            addWrongType(node, key, "a text", fields)
            return nil
        }
        if text.unicodeScalars.count > RulesFileKeys.textLimit {
            add(
                "too-long", at: node.range,
                "\"\(key)\" has at most \(RulesFileKeys.textLimit) characters, this one has "
                    + "\(text.unicodeScalars.count)", rule: fields.id)
        }
        return text
    }

    private mutating func flag(_ key: String, _ fields: RuleFields) -> Bool? {
        guard let node = fields.node[key] else { return nil }
        if case .boolean(let value) = node.value { return value }
        addWrongType(node, key, "true or false", fields)
        return nil
    }

    private mutating func addWrongType(
        _ node: JSONNode, _ key: String, _ expected: String, _ fields: RuleFields
    ) {
        add(
            "wrong-json-type", at: node.range, "\"\(key)\" is \(expected), not \(node.kindName)",
            rule: fields.id, expected: [expected])
    }

    /// Looks whether the texts use only what the kind of rule can fill in (RL-41).
    private mutating func checkPlaceholders(in fields: RuleFields, kind: RuleKind?) {
        for key in ["title", "message"] {
            guard let node = fields.node[key], let text = node.string else { continue }
            let problems = Placeholders.problems(in: text, kind: kind)
            guard !problems.isEmpty else { continue }
            let places = StringPlaces(of: node, in: json.bytes)
            for problem in problems where !isCutShort {
                add(
                    problem.code, at: places.bytes(of: problem.span), problem.message,
                    rule: fields.id, expected: problem.expected, suggestion: problem.suggestion)
            }
        }
    }
}
