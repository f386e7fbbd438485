import Finance

extension Bank {
    /// Answers `/sandbox/…`, by which a person or a test controls the bank.
    mutating func control(_ request: WireRequest, path: [String]) -> WireReply {
        do { return try controlled(request, path: path) } catch {
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
        let body = ControlBody(request.body)
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

    /// Performs all actions or, if one of them is impossible, none.
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
    private let reader: ScenarioReader

    init(_ bytes: [UInt8]) {
        let text = PositionedJSON(bytes.isEmpty ? Array("{}".utf8) : bytes, isStrict: true)
        root = bytes.isEmpty ? nil : text.root
        reader = ScenarioReader(text)
    }

    func steps() throws(ScenarioError) -> Int {
        try read { $0.whole("steps", in: 1...Bank.mostSteps) } ?? 1
    }

    func day(after today: CalendarDay) throws(ScenarioError) -> CalendarDay {
        try read { fields in
            let days = fields.whole("days", in: 0...Bank.mostSteps)
            return fields.day("day") ?? today.adding(days: days ?? 1)
        } ?? today.adding(days: 1)
    }

    private func read<Value>(_ body: (ScenarioObject) -> Value?) throws(ScenarioError) -> Value? {
        // The value may be optional, so that only findings show an error.
        let value = root.flatMap { reader.object($0, at: "") { .some(body($0)) } }
        try ScenarioError.throwAny(reader.findings)
        return value ?? nil
    }

    func actions() throws(ScenarioError) -> [SandboxAction] {
        let root = try wholeBody("an action such as {\"action\":\"release\",…}")
        let nodes = root.elements ?? [root]
        let actions = nodes.enumerated().compactMap { index, node in
            reader.object(node, at: nodes.count > 1 ? "[\(index)]" : "") { SandboxAction($0) }
        }
        try ScenarioError.throwAny(reader.findings)
        return actions
    }

    /// The value for a switch: `true`, `"2021"`, `30`, or an object with one of them as `value`.
    func turn(_ name: String) throws(ScenarioError) -> SandboxAction {
        guard let found = SandboxSwitch.named(name) else {
            throw Self.refused(.unknownSwitch(name))
        }
        let root = try wholeBody("a JSON value: \(found.valuesText)")
        if let value = SwitchValue(root["value"] ?? root) { return .turn(found, value) }
        reader.refuse(root, for: found, at: name)
        throw ScenarioError(file: "", findings: reader.findings)
    }

    private func wholeBody(_ what: String) throws(ScenarioError) -> JSONNode {
        try ScenarioError.throwAny(reader.findings)
        if let root { return root }
        let finding = ScenarioFinding(
            code: "missing", path: "", position: nil, problem: "the request has no body",
            fix: "send \(what)")
        throw ScenarioError(file: "", findings: [finding])
    }

    static func refused(_ error: SandboxError) -> ScenarioError {
        ScenarioError(file: "", findings: [ScenarioFinding(error)])
    }
}

extension ScenarioFinding {
    fileprivate var json: JSONOutput {
        [
            "code": .string(code), "path": .string(path),
            "line": position.map { .whole($0.line) } ?? .null,
            "column": position.map { .whole($0.column) } ?? .null, "problem": .string(problem),
            "fix": .string(fix),
        ]
    }
}
