import Finance
import Foundation

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
