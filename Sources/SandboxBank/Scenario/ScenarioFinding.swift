import Finance

/// Something in a scenario that is wrong.
public struct ScenarioFinding: Sendable, Equatable {
    /// A short name of the kind of error, stable for programs.
    public let code: String
    /// Where in the structure: `timeline[2].do[0].amount`; empty for the whole.
    public let path: String
    /// The line of the file, from 1; `nil` for a scenario that was not read from text.
    public let line: Int?
    /// The byte in the line, from 1.
    public let column: Int?
    /// What is wrong.
    public let problem: String
    /// What to do about it.
    public let fix: String

    /// The code of a file that cannot be read.
    static let unreadable = "unreadable"

    /// Describes a finding.
    init(code: String, path: String, position: TextPosition?, problem: String, fix: String) {
        self.code = code
        self.path = path
        line = position?.line
        column = position?.column
        self.problem = problem
        self.fix = fix
    }
}
