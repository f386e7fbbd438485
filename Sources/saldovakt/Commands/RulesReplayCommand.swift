import Alerts
import ArgumentParser
import Finance
import Foundation
import Recording
import Rules
import Settings

/// `saldovakt rules replay`, also `saldovakt replay`: what rules would have told.
struct RulesReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays a recording, or what is stored, and shows what would have been told.",
        discussion: """
            Each line of the recording is a snapshot, or a bare transaction as for eval; 'watch \
            --record' writes one. Without a recording the stored history is played. Nothing is \
            sent and nothing is stored. Status 1 if a line could not be read; it counts as a \
            failed poll.
            """)

    @Option(name: .long, help: ArgumentHelp("The rules file.", valueName: "file"))
    var rules: String

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Write one notice per line, in the form of webhooks.")
    var json = false

    @Argument(help: "The recording; - for standard input; without it the stored history.")
    var recording: String?

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        let loaded = try RulesText.load(rules, channels: configuration.channelNames)
        guard let ruleSet = loaded.ruleSet else { throw ExitStatus.wrong }
        if let recording {
            try play(recording, ruleSet, configuration)
        } else {
            try await playHistory(ruleSet, configuration)
        }
    }

    private func play(
        _ recording: String, _ rules: RuleSet, _ configuration: Configuration
    ) throws {
        var text = ReplayText(rules: rules, zone: configuration.settings.timeZone)
        var player = RecordingPlayer(rules: rules, configuration: configuration)
        var isClean = true
        try RecordingInput(path: recording).forEach { line in
            switch line {
            case .success(let line): tell(player.play(line), &text)
            case .failure(let error):
                isClean = false
                Terminal.complain(error.text(file: recording))
                tell(player.playUnreadable(), &text)
            }
        }
        tell(player.finish(), &text)
        write(
            text, since: player.span?.lowerBound, "the recording has no line that could be played")
        if !isClean { throw ExitStatus.wrong }
    }

    /// Plays what the store remembers; for which rules that is not enough is said on standard error.
    private func playHistory(_ rules: RuleSet, _ configuration: Configuration) async throws {
        let zone = configuration.settings.timeZone
        let stored = try await StoredState.read(
            Configuration.stateFolder(state.state), configuration)
        let past = PastReplay.played(rules.rules, in: stored, configuration)
        for rule in rules.rules {
            guard let obstacle = past.answers[rule.id]?.obstacle else { continue }
            Terminal.complain(
                "\(rule.id): warning: [not-stored] \(obstacle)\n  fix: replay a recording")
        }
        let played = rules.rules.filter { past.answers[$0.id]?.obstacle == nil }
        var text = ReplayText(
            rules: RuleSet(rules: played, fileHash: rules.fileHash), zone: zone)
        tell(past.notices, &text)
        let since = past.answers.values.compactMap(\.since).min()
        write(
            text, since: since?.instant(in: zone),
            "nothing is stored that a rule could have fired on")
    }

    private func write(_ text: ReplayText, since: Date?, _ nothing: String) {
        guard !json else { return }
        let lines =
            since.map { text.lines(since: $0, isAligned: Terminal.isInteractive) } ?? [nothing]
        Terminal.write(lines.joined(separator: "\n"))
    }

    private func tell(_ notices: [Notice], _ text: inout ReplayText) {
        for notice in notices {
            if json { Terminal.write(NoticeCoding.text(notice)) } else { text.add(notice) }
        }
    }
}
