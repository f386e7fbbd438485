import Finance

/// The body of a control request: JSON, or nothing.
struct ControlBody {
    private let text: PositionedJSON?
    private let node: JSONNode?

    /// Reads a body; an empty one is allowed.
    init(_ bytes: [UInt8]) throws(ControlError) {
        text = bytes.isEmpty ? nil : PositionedJSON(bytes, isStrict: true)
        node = text?.root
        guard let text else { return }
        let reader = ScenarioReader(text)
        guard reader.findings.isEmpty else { throw .findings(reader.findings) }
    }

    /// A whole number under `key`; `nil` if the body has none.
    func whole(_ key: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        try read { reader, fields in
            reader.optionalWhole(key, in: range, of: fields)
        }
    }

    /// A day under `key`; `nil` if the body has none.
    func day(_ key: String) throws(ControlError) -> CalendarDay? {
        try read { reader, fields in
            reader.optionalDay(key, of: fields)
        }
    }

    /// One action, or a list of them.
    func actions() throws(ControlError) -> [SandboxAction] {
        guard let text, let node else {
            throw Self.missing("an action such as {\"action\":\"release\",…}")
        }
        var reader = ScenarioReader(text)
        let nodes: [JSONNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
        let actions = nodes.enumerated().compactMap { index, node in
            reader.action(node, at: nodes.count > 1 ? "[\(index)]" : "")
        }
        guard reader.findings.isEmpty else { throw .findings(reader.findings) }
        return actions
    }

    /// The value for a switch: `true`, `"2021"`, `30`, or an object with one of them as `value`.
    func switchValue(for name: SandboxSwitch) throws(ControlError) -> SwitchValue {
        guard let text, let node else { throw Self.missing("a JSON value: \(name.valuesText)") }
        var inner = node
        if case .object(let members) = node.value, members.count == 1,
            let member = members.first, member.key == "value"
        {
            inner = member.value
        }
        guard let value = SwitchValue(inner) else {
            throw .findings([
                ScenarioFinding(
                    code: "switch-value", path: name.name,
                    position: text.position(ofByte: inner.range.lowerBound),
                    problem: "switch '\(name)' cannot be \(inner.kindName)",
                    fix: "use \(name.valuesText)")
            ])
        }
        return value
    }

    private func read<Value>(
        _ body: (inout ScenarioReader, ScenarioReader.Fields) -> Value?
    ) throws(ControlError) -> Value? {
        guard let text, let node else { return nil }
        var reader = ScenarioReader(text)
        guard let fields = reader.fields(of: node, at: "", known: ["steps", "day", "days"]) else {
            throw .findings(reader.findings)
        }
        let value = body(&reader, fields)
        guard reader.findings.isEmpty else { throw .findings(reader.findings) }
        return value
    }

    private static func missing(_ what: String) -> ControlError {
        .findings([
            ScenarioFinding(
                code: "missing", path: "", position: nil, problem: "the request has no body",
                fix: "send \(what)")
        ])
    }
}
