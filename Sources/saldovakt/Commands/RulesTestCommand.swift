import Alerts
import ArgumentParser
import Foundation
import Rules

/// `saldovakt rules test`: cases as data, played through the real evaluation.
struct RulesTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Plays cases and compares what would be told.",
        discussion: """
            A case has rules, what the bank answers and the notices to expect; rules/README.md \
            describes the format. Nothing is sent. Status 1 if a case fails.
            """)

    @Argument(help: "Files of cases.")
    var files: [String]

    @Flag(
        help: """
            Play every case three times: as it stands, with a restart before every poll, and as \
            a replay; all must tell the same.
            """)
    var thorough = false

    func run() async throws {
        var count = 0
        var failed = 0
        for file in files {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw CommandFailure(
                    .environment, where: file, code: "cases-unreadable",
                    problem: "the cases can't be read", fix: "check the path and its permissions")
            }
            for entry in try CaseReader(Array(data), path: file).entries() {
                count += 1
                let lines = try await differences(of: entry)
                if lines.isEmpty { continue }
                failed += 1
                Terminal.write("\(entry.place): failed: \(SafeText.neutralised(entry.name))")
                for line in lines { Terminal.write("  \(line)") }
            }
        }
        Terminal.write("\(count) \(count == 1 ? "case" : "cases"), \(failed) failed")
        if failed > 0 { throw ExitStatus.wrong }
    }

    private func differences(of entry: CaseReader.Entry) async throws -> [String] {
        switch entry.result {
        case .failure(let failure): return failure.text.split(separator: "\n").map(String.init)
        case .success(let found):
            var lines = try await found.differences()
            guard thorough, lines.isEmpty else { return lines }
            for way in found.otherWays { lines += try await found.differences(way) }
            return lines
        }
    }
}
