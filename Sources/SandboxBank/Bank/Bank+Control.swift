import Finance

extension Bank {
    /// Answers `/sandbox/…`, by which a person or a test moves the bank.
    mutating func control(_ request: WireRequest, path: [String]) -> WireReply {
        do {
            return try controlled(request, path: path)
        } catch {
            return .json(400, ["findings": .array(error.findings.map(\.json))])
        }
    }

    private mutating func controlled(
        _ request: WireRequest, path: [String]
    ) throws(ScenarioError) -> WireReply {
        let name = path.first?.lowercased() ?? ""
        let isShown = ["state", "requests", "help"].contains(name) && path.count == 1
        let isOrder = ["step", "day", "reset", "do"].contains(name) && path.count == 1
        guard isShown || isOrder || (name == "switch" && path.count == 2) else {
            return .json(404, ["addresses": Self.addresses])
        }
        let method = isShown ? "GET" : "POST"
        guard request.method == method else { return .empty(405, headers: [("Allow", method)]) }
        if isShown { return shown(name) }
        let body = try ControlBody(request.body)
        switch name {
        case "step": for _ in 0..<(try body.steps() ?? 1) { advance() }
        case "day": try changeDay(body)
        case "reset": reset()
        case "do": try perform(body)
        default: try turn(path[1], body)
        }
        return .json(200, SandboxState(self).json)
    }

    private static let addresses = JSONOutput.array(
        [
            "GET /sandbox/state", "GET /sandbox/requests", "GET /sandbox/help",
            "POST /sandbox/step", "POST /sandbox/day", "POST /sandbox/switch/{name}",
            "POST /sandbox/do", "POST /sandbox/reset",
        ].map(JSONOutput.string))

    private func shown(_ name: String) -> WireReply {
        switch name {
        case "state": .json(200, SandboxState(self).json)
        case "requests": .json(200, .array(log.latest.map(\.json)))
        default: .text(200, SandboxHelp.text, type: "text/plain; charset=utf-8")
        }
    }

    private mutating func changeDay(_ body: ControlBody) throws(ScenarioError) {
        let days = try body.days() ?? 1
        let target = try body.day() ?? day.adding(days: days)
        do { try advance(to: target) } catch { throw ControlBody.refused(error) }
    }

    /// Does all actions of the body or, if one of them cannot be done, none.
    private mutating func perform(_ body: ControlBody) throws(ScenarioError) {
        var copy = self
        for action in try body.actions() {
            do { try copy.perform(action) } catch { throw ControlBody.refused(error) }
        }
        self = copy
    }

    private mutating func turn(_ name: String, _ body: ControlBody) throws(ScenarioError) {
        guard let found = SandboxSwitch.named(name) else {
            throw ControlBody.refused(.unknownSwitch(name))
        }
        let value = try body.switchValue(for: found)
        do { try turn(found, to: value) } catch { throw ControlBody.refused(error) }
    }
}

/// The body of a control request: JSON, or nothing.
private struct ControlBody {
    private let text: PositionedJSON?

    init(_ bytes: [UInt8]) throws(ScenarioError) {
        text = bytes.isEmpty ? nil : PositionedJSON(bytes, isStrict: true)
        guard let text else { return }
        try Self.check(ScenarioReader(text))
    }

    func steps() throws(ScenarioError) -> Int? {
        try read { $0.whole("steps", in: 1...Bank.mostSteps, of: $1) }
    }

    func days() throws(ScenarioError) -> Int? {
        try read { $0.whole("days", in: 0...Bank.mostSteps, of: $1) }
    }

    func day() throws(ScenarioError) -> CalendarDay? { try read { $0.day("day", of: $1) } }

    /// One action, or a list of them.
    func actions() throws(ScenarioError) -> [SandboxAction] {
        guard let text, let node = text.root else {
            throw Self.missing("an action such as {\"action\":\"release\",…}")
        }
        var reader = ScenarioReader(text)
        let nodes: [JSONNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
        let actions = nodes.enumerated().compactMap { index, node in
            reader.action(node, at: nodes.count > 1 ? "[\(index)]" : "")
        }
        try Self.check(reader)
        return actions
    }

    /// The value for a switch: `true`, `"2021"`, `30`, or an object with one of them as `value`.
    func switchValue(for name: SandboxSwitch) throws(ScenarioError) -> SwitchValue {
        guard let text, let node = text.root else {
            throw Self.missing("a JSON value: \(name.valuesText)")
        }
        let inner = node["value"] ?? node
        guard let value = SwitchValue(inner) else {
            throw Self.refused(
                ScenarioFinding(
                    code: "switch-value", path: name.rawValue,
                    position: text.position(ofByte: inner.range.lowerBound),
                    problem: "switch '\(name)' cannot be \(inner.kindName)",
                    fix: "use \(name.valuesText)"))
        }
        return value
    }

    private func read<Value>(
        _ body: (inout ScenarioReader, ScenarioReader.Fields) -> Value?
    ) throws(ScenarioError) -> Value? {
        guard let text, let node = text.root else { return nil }
        var reader = ScenarioReader(text)
        let fields = reader.fields(of: node, at: "", known: ["steps", "day", "days"])
        let value = fields.flatMap { body(&reader, $0) }
        try Self.check(reader)
        return value
    }

    private static func check(_ reader: ScenarioReader) throws(ScenarioError) {
        guard reader.findings.isEmpty else {
            throw ScenarioError(file: "", findings: reader.findings)
        }
    }

    private static func missing(_ what: String) -> ScenarioError {
        refused(
            ScenarioFinding(
                code: "missing", path: "", position: nil, problem: "the request has no body",
                fix: "send \(what)"))
    }

    private static func refused(_ finding: ScenarioFinding) -> ScenarioError {
        ScenarioError(file: "", findings: [finding])
    }

    static func refused(_ error: SandboxError) -> ScenarioError {
        refused(
            ScenarioFinding(
                code: error.code, path: "", position: nil, problem: error.problem, fix: error.fix))
    }
}

extension ScenarioFinding {
    /// The finding in an answer of the controls.
    fileprivate var json: JSONOutput {
        [
            "code": .string(code), "path": .string(path), "line": line.map { .whole($0) } ?? .null,
            "column": column.map { .whole($0) } ?? .null, "problem": .string(problem),
            "fix": .string(fix),
        ]
    }
}
