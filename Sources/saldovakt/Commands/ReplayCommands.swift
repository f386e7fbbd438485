import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Recording
import RuleTools
import Rules
import Settings
import Watch

/// `saldovakt eval`: recorded lines in, notifications out.
struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Evaluates rules over lines on standard input; no state, no network.",
        discussion: """
            Each line is a snapshot, or a bare transaction such as \
            {"account":"Brukskonto","amount":"-612.00","date":"2026-03-06","text":"KIOSK"}. \
            Notifications come out one a line, in the form of webhooks. Status 1 if a line could not \
            be read; it counts as a failed poll.
            """)

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions

    @Flag(help: "Write {\"rule\":ID,\"count\":N} for each rule at the end, no notifications.")
    var counts = false

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        let loaded = try RulesText.load(rules.path, channels: configuration.channelNames)
        guard let ruleSet = loaded.ruleSet else { throw ExitStatus.wrong }
        var session = EvalSession(
            rules: ruleSet, configuration: configuration, printsNotifications: !counts)
        var isClean = true
        try RecordingInput(path: "-").forEach { line in
            guard let error = session.take(line) else { return }
            isClean = false
            Terminal.complain(error.text(file: "-"))
        }
        session.finish()
        for (rule, count) in counts ? Array(zip(ruleSet.rules, session.counts)) : [] {
            let line: JSONOutput = ["rule": .string(rule.id), "count": .whole(count)]
            Terminal.write(line.text)
        }
        if !isClean { throw ExitStatus.wrong }
    }
}

/// Plays lines through the real evaluator and alert lifecycle, in memory (D62), and writes or counts
/// the notifications.
struct EvalSession: Sendable {
    let rules: RuleSet
    let configuration: Configuration
    let printsNotifications: Bool
    /// Made when the first line shows what kind of stream it is.
    private(set) var player: RecordingPlayer?
    private(set) var notified: [String: Int] = [:]
    private(set) var output: [UInt8] = []

    /// Plays one line; one that can't be read counts as a failed poll, and what is wrong is returned.
    mutating func take(_ line: Result<RecordingLine, RecordingError>) -> RecordingError? {
        switch line {
        case .success(let line):
            if player == nil {
                // Bare transactions are never corrected: nothing need be remembered of them.
                let isBare = if case .transaction = line { true } else { false }
                player = RecordingPlayer(
                    rules: rules, builder: configuration.replayBuilder(remembersEvents: !isBare))
            }
            notify(player?.play(line) ?? [])
            return nil
        case .failure(let error):
            notify(player?.playUnreadable() ?? [])
            return error
        }
    }

    mutating func finish() {
        notify(player?.finish() ?? [])
        flush()
    }

    /// How often each rule notified, in the order of the file.
    var counts: [Int] { rules.rules.map { notified[$0.id, default: 0] } }

    private mutating func notify(_ notifications: [AlertNotification]) {
        for notification in notifications {
            for (rule, count) in notification.alertsBegun { notified[rule, default: 0] += count }
            guard printsNotifications else { continue }
            output += NotificationCoding.bytes(notification)
            output.append(UInt8(ascii: "\n"))
            if output.count > 1 << 16 { flush() }
        }
    }

    private mutating func flush() {
        Terminal.put(String(decoding: output, as: UTF8.self))
        output.removeAll(keepingCapacity: true)
    }
}

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

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Write one notification per line, in the form of webhooks.")
    var json = false

    @Argument(help: "The recording; - for standard input; without it the stored history.")
    var recording: String?

    func run() async throws {
        let configuration = try settings.load()
        let loaded = try RulesText.load(rules.path, channels: configuration.channelNames)
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
            text.writeRows()
            Terminal.write("")
        }
        text.counts(since: since).forEach(Terminal.write)
    }

    private func notify(_ notifications: [AlertNotification], _ text: inout ReplayText) {
        for notification in notifications {
            if json {
                Terminal.write(notification.json.text)
            } else {
                text.add(notification)
            }
        }
    }
}
