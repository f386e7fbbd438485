import ArgumentParser
import Console
import Foundation
import RuleTools
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

    @Option(name: .long, help: ArgumentHelp("The rules file.", valueName: "file"))
    var rules: String

    @OptionGroup var settings: SettingsOptions

    @Flag(
        name: .long,
        help: "Write {\"rule\":ID,\"count\":N} for each rule at the end, no notifications.")
    var counts = false

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        let loaded = try RulesText.load(rules, channels: configuration.channelNames)
        guard let ruleSet = loaded.ruleSet else { throw ExitStatus.wrong }
        var session = EvalSession(
            rules: ruleSet, configuration: configuration, printsNotices: !counts)
        let isClean = try session.run(RecordingInput(path: "-"))
        if counts { session.writeCounts() }
        if !isClean { throw ExitStatus.wrong }
    }
}
