import ArgumentParser
import Foundation
import Rules

/// `saldovakt eval`: recorded lines in, notices out.
struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Evaluates rules over lines on standard input; no state, no network.",
        discussion: """
            Each line is a snapshot, or a bare transaction such as \
            {"account":"Brukskonto","amount":"-612.00","date":"2026-03-06","text":"KIOSK"}. \
            Notices come out one a line, in the form of webhooks. Status 1 if a line could not \
            be read; it counts as a failed poll.
            """)

    @Option(name: .long, help: "The rules file.")
    var rules: String

    @OptionGroup var settings: SettingsOptions

    @Flag(
        name: .long, help: "Write {\"rule\":ID,\"count\":N} for each rule at the end, no notices.")
    var counts = false

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        guard let data = FileManager.default.contents(atPath: rules) else {
            throw CommandFailure(
                .environment, where: rules, code: "rules-unreadable",
                problem: "the rules file can't be read", fix: "check the path and its permissions")
        }
        let result = RulesFile.load(
            Array(data), fileName: rules, channels: configuration.channelNames)
        if !result.findings.isEmpty { Terminal.complain(FindingPrinter.text(result.findings)) }
        guard let ruleSet = result.ruleSet else { throw ExitStatus.wrong }
        var session = EvalSession(
            rules: ruleSet, configuration: configuration, printsNotices: !counts)
        let isClean = session.run(InputLines())
        if counts { session.writeCounts() }
        if !isClean { throw ExitStatus.wrong }
    }
}
