import Finance

extension Bank {
    /// Answers `/sandbox/…`, by which a person or a test moves the bank.
    mutating func control(_ request: WireRequest, path: [String]) -> WireReply {
        do {
            return try controlled(request, path: path)
        } catch {
            return error.reply
        }
    }

    private mutating func controlled(
        _ request: WireRequest, path: [String]
    ) throws(ControlError) -> WireReply {
        let name = path.first?.lowercased() ?? ""
        switch (name, path.count) {
        case ("state", 1), ("requests", 1), ("help", 1):
            guard request.method == "GET" else { throw .wrongMethod(allowed: "GET") }
            return shown(name)
        case ("step", 1), ("day", 1), ("reset", 1), ("do", 1), ("switch", 2):
            guard request.method == "POST" else { throw .wrongMethod(allowed: "POST") }
        default: throw .unknownAddress
        }
        let body = try ControlBody(request.body)
        switch name {
        case "step": try takeSteps(body)
        case "day": try changeDay(body)
        case "reset": reset()
        case "do": try perform(body)
        default: try turn(path[1], body)
        }
        return .json(200, SandboxState(self).json)
    }

    private func shown(_ name: String) -> WireReply {
        switch name {
        case "state": .json(200, SandboxState(self).json)
        case "requests": .json(200, .array(log.latest.map(\.json)))
        default:
            WireReply(
                status: 200, headers: [("Content-Type", "text/plain; charset=utf-8")],
                body: Array(SandboxHelp.text.utf8))
        }
    }

    private mutating func takeSteps(_ body: ControlBody) throws(ControlError) {
        let steps = try body.whole("steps", in: 1...Self.mostSteps) ?? 1
        for _ in 0..<steps { advance() }
    }

    private mutating func changeDay(_ body: ControlBody) throws(ControlError) {
        let target = try body.day("day")
        let days = try body.whole("days", in: 0...Self.mostSteps)
        do {
            try advance(to: target ?? day.adding(days: days ?? 1))
        } catch {
            throw .sandbox(error)
        }
    }

    /// Does all actions of the body or, if one of them cannot be done, none.
    private mutating func perform(_ body: ControlBody) throws(ControlError) {
        var copy = self
        for action in try body.actions() {
            do { try copy.perform(action) } catch { throw .sandbox(error) }
        }
        self = copy
    }

    private mutating func turn(_ name: String, _ body: ControlBody) throws(ControlError) {
        guard let found = SandboxSwitch.named(name) else { throw .sandbox(.unknownSwitch(name)) }
        let value = try body.switchValue(for: found)
        do { try turn(found, to: value) } catch { throw .sandbox(error) }
    }
}
