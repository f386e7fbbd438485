public import Finance

/// Why something is impossible at the sandbox bank.
public struct SandboxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable for programs.
    let code: String
    let problem: String
    let fix: String

    private init(_ code: String, _ problem: String, fix: String) {
        (self.code, self.problem, self.fix) = (code, problem, fix)
    }

    public var description: String { "\(problem); \(fix)" }

    public static func unknownAccount(_ name: String) -> SandboxError {
        SandboxError(
            "unknown-account", "no account is called '\(name)'",
            fix: "use the id, the number or the name of an account in 'accounts'")
    }

    public static func ambiguousAccount(_ name: String) -> SandboxError {
        SandboxError(
            "ambiguous-account", "more than one account is called '\(name)'",
            fix: "use the account's id or number")
    }

    public static func unknownReservation(_ id: String) -> SandboxError {
        SandboxError(
            "unknown-reservation", "no open reservation is called '\(id)'",
            fix: "reserve it at an earlier step, and book or release it once")
    }

    public static func reservationTaken(_ id: String) -> SandboxError {
        SandboxError(
            "reservation-taken", "an open reservation is already called '\(id)'",
            fix: "give each open reservation an id of its own")
    }

    public static func sameAccount(_ name: String) -> SandboxError {
        SandboxError(
            "same-account", "the transfer leads from '\(name)' to itself",
            fix: "name two different accounts")
    }

    public static func notNegative(_ amount: Money) -> SandboxError {
        SandboxError(
            "wrong-sign", "a reservation of \(amount.decimalText) takes no money",
            fix: "write a negative amount, such as -187.00")
    }

    public static func notPositive(_ amount: Money) -> SandboxError {
        SandboxError(
            "wrong-sign", "a transfer of \(amount.decimalText) moves no money",
            fix: "write a positive amount; it leaves 'from' and reaches 'to'")
    }

    public static func otherCurrency(_ amount: Money) -> SandboxError {
        SandboxError(
            "other-currency", "\(amount) is not in the currency of the account",
            fix: "use kroner; a price in another currency belongs into 'card'")
    }

    public static func overflow(account: String) -> SandboxError {
        SandboxError(
            "overflow", "the sum of account '\(account)' grows beyond 64 bits",
            fix: "use smaller amounts")
    }

    public static func unknownSwitch(_ name: String) -> SandboxError {
        let names = SandboxSwitch.allCases.map(\.rawValue)
        return SandboxError(
            "unknown-switch", "no switch is called '\(name)'",
            fix: NearestName.find(name, among: names).map { "did you mean '\($0)'?" }
                ?? "use one of \(names.joined(separator: ", "))")
    }

    public static func switchValue(_ name: SandboxSwitch, _ value: SwitchValue) -> SandboxError {
        SandboxError(
            "switch-value", "switch '\(name)' cannot be \(value)", fix: "use \(name.valuesText)")
    }

    public static func dayInPast(_ day: CalendarDay, today: CalendarDay) -> SandboxError {
        SandboxError(
            "day-in-past", "\(day) is before the bank day \(today)",
            fix: "choose a later day, or begin again with POST /sandbox/reset")
    }

    public static let dayTooFar = SandboxError(
        "day-too-far", "the day lies beyond year 9999", fix: "choose an earlier day")
}

/// A scenario with mistakes.
public struct ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the file, or a substitute for it.
    public let file: String
    public let findings: [ScenarioFinding]

    public var isUnreadable: Bool { findings.contains { $0.code == ScenarioFinding.unreadable } }

    init(file: String, findings: [ScenarioFinding]) {
        self.file = file
        let start = TextPosition(line: 0, column: 0)
        self.findings = findings.sorted { ($0.position ?? start) < ($1.position ?? start) }
    }

    static func throwAny(
        _ findings: [ScenarioFinding], in file: String = ""
    ) throws(ScenarioError) {
        if !findings.isEmpty { throw ScenarioError(file: file, findings: findings) }
    }

    public var description: String {
        findings.map { finding in
            let place = finding.position.map { "\(file):\($0)" } ?? file
            let path = finding.path.isEmpty ? "" : "\(finding.path): "
            return """
                \(place): error: [\(finding.code)] \(path)\(finding.problem)
                  fix: \(finding.fix)
                """
        }.joined(separator: "\n")
    }
}

/// A problem of a scenario.
public struct ScenarioFinding: Sendable, Equatable {
    /// Stable for programs.
    public let code: String
    /// The path in the structure: `timeline[2].do[0].amount`; empty for the whole.
    public let path: String
    /// `nil` for a scenario that was not read from text.
    public let position: TextPosition?
    public let problem: String
    public let fix: String

    static let unreadable = "unreadable"
}

extension ScenarioFinding {
    init(_ error: SandboxError) {
        self.init(code: error.code, path: "", position: nil, problem: error.problem, fix: error.fix)
    }
}
