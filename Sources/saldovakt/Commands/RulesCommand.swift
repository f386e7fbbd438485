import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Settings

/// `saldovakt rules`: work on a rules file.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Checks, formats, explains and tries your rules.",
        subcommands: [
            RulesCheckCommand.self, RulesExplainCommand.self, RulesFmtCommand.self,
            RulesReplayCommand.self, RulesTestCommand.self,
        ])
}

/// `saldovakt rules fmt`: one way of saying each thing.
struct RulesFmtCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt", abstract: "Writes the sentences of a rules file in standard words.",
        discussion: """
            Only sentences change, and never what they mean; comments and layout stay. With \
            --check nothing is written, and the status is 1 if something would change.
            """)

    @Argument(help: "The rules file; it is changed in place.")
    var file: String

    @Flag(help: "Only say what would change.")
    var check = false

    func run() async throws {
        let formatted = RulesFormatter.format(try RulesText.bytes(of: file), fileName: file)
        if !formatted.findings.isEmpty {
            Terminal.complain(FindingRenderer.text(formatted.findings))
        }
        guard !formatted.isRefused else { throw ExitStatus.wrong }
        for change in formatted.changes {
            Terminal.write("\(file):\(change.line): \(change.rule)")
            Terminal.write("  - \(SafeText.neutralised(change.before, limit: nil))")
            Terminal.write("  + \(SafeText.neutralised(change.after, limit: nil))")
        }
        guard !formatted.changes.isEmpty else { return }
        if check { throw ExitStatus.wrong }
        try RulesText.replace(file, with: formatted.bytes)
    }
}

/// `saldovakt rules test`: cases as data, played through the real evaluation.
struct RulesTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs test cases and compares the notifications.",
        discussion: """
            A case has rules, what the bank answers and the notifications to expect; rules/README.md \
            describes the format. Nothing is sent. Status 1 if a case fails.
            """)

    @Argument(help: "Files of cases, or folders of them.")
    var files: [String]

    @Flag(
        help: """
            Play every case three times: plainly, with a restart before every poll, and as \
            a replay; all must tell the same.
            """)
    var thorough = false

    func run() async throws {
        var count = 0
        var failed = 0
        for file in try files.flatMap(Self.caseFiles) {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw Self.unreadable(file, "check the path and its permissions")
            }
            for entry in try CaseReader(
                Array(data), path: file, zone: SaldovaktSettings.standardTimeZone
            )
            .entries() {
                count += 1
                let lines = differences(of: entry)
                if lines.isEmpty { continue }
                failed += 1
                Terminal.write("\(entry.place): failed: \(SafeText.neutralised(entry.name))")
                for line in lines { Terminal.write("  \(line)") }
            }
        }
        Terminal.write("\(Strings.count(count, "case")), \(failed) failed")
        if failed > 0 { throw ExitStatus.wrong }
    }

    /// The file itself, or the `.json` files of a folder by name.
    private static func caseFiles(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard isThere, isFolder.boolValue else { return [path] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw unreadable(path, "check its permissions")
        }
        let files = names.filter { $0.hasSuffix(".json") }.sorted()
        guard !files.isEmpty else {
            throw unreadable(path, "name a folder that has .json files of cases")
        }
        return files.map { (path as NSString).appendingPathComponent($0) }
    }

    private static func unreadable(_ path: String, _ fix: String) -> CommandFailure {
        CommandFailure(
            .environment, where: path, code: "cases-unreadable",
            problem: "the cases can't be read", fix: fix)
    }

    private func differences(of entry: CaseReader.Entry) -> [String] {
        switch entry.result {
        case .failure(let failure): return failure.text.split(separator: "\n").map(String.init)
        case .success(let found):
            var lines = found.differences()
            guard thorough, lines.isEmpty else { return lines }
            for way in found.otherWays { lines += found.differences(way) }
            return lines
        }
    }
}
