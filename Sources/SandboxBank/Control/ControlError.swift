import Finance

/// Why a control request is not carried out.
enum ControlError: Error, Sendable {
    /// No such address.
    case unknownAddress
    /// The address wants another method.
    case wrongMethod(allowed: String)
    /// The body cannot be read.
    case findings([ScenarioFinding])
    /// It cannot be done.
    case sandbox(SandboxError)

    /// The answer that says so.
    var reply: WireReply {
        switch self {
        case .unknownAddress: .json(404, .object([("addresses", Self.addresses)]))
        case .wrongMethod(let allowed): .empty(405, headers: [("Allow", allowed)])
        case .findings(let findings):
            .json(400, .object([("findings", .array(findings.map(\.json)))]))
        case .sandbox(let error): .json(400, .object([("findings", .array([error.json]))]))
        }
    }

    private static let addresses = JSONOutput.array(
        [
            "GET /sandbox/state", "GET /sandbox/requests", "GET /sandbox/help",
            "POST /sandbox/step", "POST /sandbox/day", "POST /sandbox/switch/{name}",
            "POST /sandbox/do", "POST /sandbox/reset",
        ].map(JSONOutput.string))
}

extension SandboxError {
    /// The error in an answer of the controls.
    var json: JSONOutput {
        .object([
            ("code", .string(code)), ("problem", .string(problem)), ("fix", .string(fix)),
        ])
    }
}

extension ScenarioFinding {
    /// The finding in an answer of the controls.
    var json: JSONOutput {
        .object([
            ("code", .string(code)), ("path", .string(path)),
            ("line", line.map { .whole($0) } ?? .null),
            ("column", column.map { .whole($0) } ?? .null),
            ("problem", .string(problem)), ("fix", .string(fix)),
        ])
    }
}

extension SandboxRequest {
    /// The request in an answer of the controls.
    var json: JSONOutput {
        .object([
            ("number", .whole(number)), ("method", .string(method)), ("path", .string(path)),
            (
                "parameters",
                .object(
                    parameters.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
            ("authorization", .string(authorization.rawValue)),
            ("day", .string(day.description)), ("step", .whole(step)),
            ("status", status.map { .whole($0) } ?? .null),
        ])
    }
}
