import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Recording
import RuleTools
import Rules
import Settings

/// `saldovakt rules replay`, also `saldovakt replay`: what rules would have notified.
struct RulesReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract:
            "Replays a recording, or what is stored, and shows the notifications it would have given.",
        discussion: """
            Each line of the recording is a snapshot, or a bare transaction as for eval; 'watch \
            --record' writes one. Without a recording the stored history is played. Nothing is \
            sent and nothing is stored. Status 1 if a line could not be read; it counts as a \
            failed poll.
            """)

    @Option(help: ArgumentHelp("The rules file.", valueName: "file"))
    var rules: String

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Write one notification per line, in the form of webhooks.")
    var json = false

    @Argument(help: "The recording; - for standard input; without it the stored history.")
    var recording: String?

    func run() async throws {
        let configuration = try settings.load()
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
        var player = RecordingPlayer(rules: rules, builder: configuration.replayBuilder())
        var isClean = true
        try RecordingInput(path: recording).forEach { line in
            switch line {
            case .success(let line): notify(player.play(line), &text)
            case .failure(let error):
                isClean = false
                Terminal.complain(error.text(file: recording))
                notify(player.playUnreadable(), &text)
            }
        }
        notify(player.finish(), &text)
        write(
            text, since: player.span?.lowerBound, "the recording has no line that could be played")
        if !isClean { throw ExitStatus.wrong }
    }

    /// Plays what the store remembers; for which rules that is not enough is said on standard error.
    private func playHistory(_ rules: RuleSet, _ configuration: Configuration) async throws {
        let zone = configuration.settings.timeZone
        let stored = try await configuration.storedState(try state.alerts())
        let past = configuration.replay(rules.rules, in: stored)
        for rule in rules.rules {
            guard let obstacle = past.answers[rule.id]?.obstacle else { continue }
            Terminal.complain(
                "\(rule.id): warning: [not-stored] \(obstacle)\n  fix: replay a recording")
        }
        let played = rules.rules.filter { past.answers[$0.id]?.obstacle == nil }
        var text = ReplayText(
            rules: RuleSet(rules: played, fileHash: rules.fileHash), zone: zone)
        notify(past.notifications, &text)
        let since = past.answers.values.compactMap(\.since).min()
        write(
            text, since: since?.instant(in: zone),
            "nothing is stored that a rule could have fired on")
    }

    private func write(_ text: ReplayText, since: Date?, _ nothing: String) {
        guard !json else { return }
        guard let since else { return Terminal.write(nothing) }
        if !text.rows.isEmpty {
            var table = Table([
                ("Time", .left), ("Rule", .left), ("Reason", .left), ("Notification", .left),
            ])
            for row in text.rows { table.add(row) }
            for line in table.lines(isAligned: Terminal.isInteractive) { Terminal.write(line) }
            Terminal.write("")
        }
        for line in text.counts(since: since) { Terminal.write(line) }
    }

    private func notify(_ notifications: [AlertNotification], _ text: inout ReplayText) {
        for notification in notifications {
            if json {
                Terminal.write(NotificationCoding.text(notification))
            } else {
                text.add(notification)
            }
        }
    }
}
