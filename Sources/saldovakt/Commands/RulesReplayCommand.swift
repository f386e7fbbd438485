import Alerts
import ArgumentParser
import Foundation
import Recording
import Rules
import Settings

/// `saldovakt rules replay`, also `saldovakt replay`: what rules would have told.
struct RulesReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Plays a recording and shows what would have been told.",
        discussion: """
            Each line of the recording is a snapshot, or a bare transaction as for eval. Nothing \
            is sent and nothing is stored. Status 1 if a line could not be read; it counts as a \
            failed poll.
            """)

    @Option(name: .long, help: "The rules file.")
    var rules: String

    @OptionGroup var settings: SettingsOptions

    @Flag(name: .long, help: "Write one notice per line, in the form of webhooks.")
    var json = false

    @Argument(help: "The recording; - for standard input.")
    var recording: String

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        let loaded = try RulesText.load(rules, channels: configuration.channelNames)
        guard let ruleSet = loaded.ruleSet else { throw ExitStatus.wrong }
        var player = RecordingPlayer(rules: ruleSet, configuration: configuration)
        var text = ReplayText(rules: ruleSet, zone: configuration.settings.timeZone)
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
        if !json {
            let lines = text.lines(span: player.span, isAligned: Terminal.isInteractive)
            Terminal.write(lines.joined(separator: "\n"))
        }
        if !isClean { throw ExitStatus.wrong }
    }

    private func tell(_ notices: [Notice], _ text: inout ReplayText) {
        for notice in notices {
            if json { Terminal.write(NoticeCoding.text(notice)) } else { text.add(notice) }
        }
    }
}
