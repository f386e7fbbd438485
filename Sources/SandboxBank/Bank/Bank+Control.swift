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
        var body = ControlBody(request.body)
        switch name {
        case "requests": return .json(200, .array(log.latest.map(\.json)))
        case "help": return .text(200, SandboxHelp.text, type: "text/plain; charset=utf-8")
        case "step": for _ in 0..<(try body.steps()) { advance() }
        case "day":
            let target = try body.day(after: day)
            do { try advance(to: target) } catch { throw ControlBody.refused(error) }
        case "reset": reset()
        case "do": try perform(try body.actions())
        case "switch": try perform([try body.turn(path[1])])
        default: break
        }
        return .json(200, SandboxState(self).json)
    }

    private static let addresses = JSONOutput.array(
        [
            "GET /sandbox/state", "GET /sandbox/requests", "GET /sandbox/help",
            "POST /sandbox/step", "POST /sandbox/day", "POST /sandbox/switch/{name}",
            "POST /sandbox/do", "POST /sandbox/reset",
        ].map(JSONOutput.string))

    /// Does all actions or, if one of them cannot be done, none.
    private mutating func perform(_ actions: [SandboxAction]) throws(ScenarioError) {
        var copy = self
        for action in actions {
            do { try copy.perform(action) } catch { throw ControlBody.refused(error) }
        }
        self = copy
    }
}

/// The body of a control request: JSON, or nothing.
private struct ControlBody {
    private let root: JSONNode?
    private var reader: ScenarioReader

    init(_ bytes: [UInt8]) {
        let text = PositionedJSON(bytes.isEmpty ? Array("{}".utf8) : bytes, isStrict: true)
        root = bytes.isEmpty ? nil : text.root
        reader = ScenarioReader(text)
    }

    mutating func steps() throws(ScenarioError) -> Int {
        try read { $0.whole("steps", in: 1...Bank.mostSteps, of: $1) } ?? 1
    }

    mutating func day(after today: CalendarDay) throws(ScenarioError) -> CalendarDay {
        try read { reader, fields in
            let days = reader.whole("days", in: 0...Bank.mostSteps, of: fields)
            return reader.day("day", of: fields) ?? today.adding(days: days ?? 1)
        } ?? today.adding(days: 1)
    }

    private mutating func read<Value>(
        _ body: (inout ScenarioReader, ScenarioReader.Fields) -> Value?
    ) throws(ScenarioError) -> Value? {
        // The value may be left out, so that only findings say that something is wrong.
        let value = root.flatMap { reader.object($0, at: "") { .some(body(&$0, $1)) } }
        try ScenarioError.throwAny(reader.findings)
        return value ?? nil
    }

    /// One action, or a list of them.
    mutating func actions() throws(ScenarioError) -> [SandboxAction] {
        try ScenarioError.throwAny(reader.findings)
        guard let root else {
            throw Self.missing("an action such as {\"action\":\"release\",…}")
        }
        let nodes = root.elements ?? [root]
        let actions = nodes.enumerated().compactMap { index, node in
            reader.action(node, at: nodes.count > 1 ? "[\(index)]" : "")
        }
        try ScenarioError.throwAny(reader.findings)
        return actions
    }

    /// The value for a switch: `true`, `"2021"`, `30`, or an object with one of them as `value`.
    mutating func turn(_ name: String) throws(ScenarioError) -> SandboxAction {
        guard let found = SandboxSwitch.named(name) else {
            throw Self.refused(.unknownSwitch(name))
        }
        try ScenarioError.throwAny(reader.findings)
        guard let root else { throw Self.missing("a JSON value: \(found.valuesText)") }
        guard let value = SwitchValue(root["value"] ?? root) else {
            reader.report(
                "switch-value", name, root.range, "switch '\(found)' cannot be \(root.kindName)",
                fix: "use \(found.valuesText)")
            throw ScenarioError(file: "", findings: reader.findings)
        }
        return .turn(found, value)
    }

    private static func missing(_ what: String) -> ScenarioError {
        let finding = ScenarioFinding(
            code: "missing", path: "", position: nil, problem: "the request has no body",
            fix: "send \(what)")
        return ScenarioError(file: "", findings: [finding])
    }

    static func refused(_ error: SandboxError) -> ScenarioError {
        ScenarioError(file: "", findings: [ScenarioFinding(error)])
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
