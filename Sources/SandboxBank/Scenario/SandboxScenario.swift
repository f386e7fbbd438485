public import Finance
import Foundation

/// A bank with its customer, its accounts and the story that happens to them.
///
/// Read one from a file with ``init(json:file:)``, or take ``demo`` or ``sample``.
public struct SandboxScenario: Sendable, Equatable {
    /// The first bank day.
    public enum Start: Sendable, Equatable {
        /// This very day.
        case day(CalendarDay)
        /// The day the server starts, plus so many days; `today-9` in a file is −9.
        case today(plus: Int)
    }

    /// What happens at one step.
    public struct Step: Sendable, Equatable {
        /// The number of the step, from 1; numbers may be left out, then nothing happens.
        public var at: Int
        /// Days from the first bank day to the bank day of this step.
        public var day: Int
        /// What happens, in a few words, for whoever watches.
        public var note: String?
        /// What happens, in this order.
        public var actions: [SandboxAction]
    }

    /// A short name.
    public var name: String
    /// The first bank day.
    public var start: Start
    /// What a client must know.
    public var credentials = SandboxCredentials.builtIn
    /// The accounts in the order in which they are listed.
    public var accounts: [SandboxAccount]
    /// Rows from before the start; they do not change the balances of ``accounts``.
    public var history: [SandboxAction] = []
    /// How the switches stand at the start; those left out are at rest.
    public var switches: [SandboxSwitch: SwitchValue] = [:]
    /// The answers of further list endpoints.
    public var lists: [SandboxList] = []
    /// The story, by rising step numbers.
    public var timeline: [Step] = []

    /// The number of the last step that does something; 0 without a story.
    public var lastStep: Int { timeline.last?.at ?? 0 }

    /// The scenarios that come with the program.
    public static let builtIn: [SandboxScenario] = [demo, sample]

    /// The built-in scenario of that name.
    public static func builtIn(named name: String) -> SandboxScenario? {
        builtIn.first { $0.name == name }
    }

    /// A scenario that comes with the program; a test holds that it can be read.
    static func builtIn(_ text: String) -> SandboxScenario {
        (try? SandboxScenario(json: Array(text.utf8), file: "built-in"))
            ?? SandboxScenario(name: "", start: .today(plus: 0), accounts: [])
    }
}

extension SandboxScenario {
    /// Reads a scenario file.
    ///
    /// - Parameters:
    ///   - json: the text, UTF-8.
    ///   - file: its name for messages.
    /// - Throws: ``ScenarioError`` with everything that is wrong.
    public init(json: [UInt8], file: String) throws(ScenarioError) {
        let text = PositionedJSON(json)
        var reader = ScenarioReader(text)
        let scenario = text.root.flatMap { reader.scenario($0) }
        var findings = reader.findings
        if let scenario {
            findings += ScenarioCheck(scenario, positions: reader.positions).findings(
                besides: reader.findings)
        }
        guard let scenario, findings.isEmpty else {
            throw ScenarioError(file: file, findings: findings)
        }
        self = scenario
    }

    /// Reads a scenario file from disk.
    public init(contentsOf path: String) throws(ScenarioError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            let finding = ScenarioFinding(
                code: ScenarioFinding.unreadable, path: "", position: nil,
                problem: "the file cannot be read",
                fix: "check the path and that you may read the file")
            throw ScenarioError(file: path, findings: [finding])
        }
        try self.init(json: Array(data), file: path)
    }

    /// Checks a scenario that was put together in Swift, as a file would be.
    public func check() throws(ScenarioError) {
        let findings = ScenarioCheck(self, positions: [:]).findings(besides: [])
        guard findings.isEmpty else { throw ScenarioError(file: name, findings: findings) }
    }
}
