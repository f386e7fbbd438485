import Alerts
import ArgumentParser
import Rules

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

    @Flag(name: .long, help: "Only say what would change.")
    var check = false

    func run() async throws {
        let formatted = RulesFormatter.format(try RulesText.bytes(of: file), fileName: file)
        if !formatted.findings.isEmpty {
            Terminal.complain(FindingPrinter.text(formatted.findings))
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
