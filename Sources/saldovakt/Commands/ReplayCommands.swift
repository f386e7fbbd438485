import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Recording
import RuleTools
import Rules
import Settings

/// `saldovakt eval`: reads recorded lines and writes the notifications.
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

    @OptionGroup var grouping: GroupingOptions

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        let loaded = try RulesText.load(rules.path, channels: configuration.channelNames)
        guard let ruleSet = loaded.ruleSet else { throw ExitStatus.wrong }
        var session = Self.session(ruleSet, configuration)
        var output = EvalOutput(printsNotifications: !counts)
        let isClean = try session.play("-", grouping) { output.add($0, of: $1) }
        output.flush()
        for rule in counts ? ruleSet.rules : [] {
            let line: JSONOutput = [
                "rule": .string(rule.id), "count": .whole(output.notified[rule.id] ?? 0),
            ]
            Terminal.write(line.text)
        }
        if !isClean { throw ExitStatus.wrong }
    }

    /// Evaluates lines with the real evaluator and alert lifecycle, in memory (D62).
    static func session(_ rules: RuleSet, _ configuration: Configuration) -> RecordingSession {
        RecordingSession(rules: rules) { first, household in
            // Bare transactions are never corrected, so sent events need not be kept.
            let isBare = if case .transaction = first { true } else { false }
            return configuration.replayBuilder(remembersEvents: !isBare, household: household)
        }
    }
}

extension RecordingSession {
    /// Replays a recording to its end; lines that can't be read are reported on standard error.
    ///
    /// - Returns: whether every line could be read.
    fileprivate mutating func play(
        _ path: String, _ grouping: GroupingOptions, _ notify: (AlertNotification, String?) -> Void
    ) throws -> Bool {
        var isClean = true
        let input = RecordingInput(path: path)
        try input.forEach(byHousehold: grouping.isByHousehold) { line, household in
            guard let error = play(line, of: household, notify) else { return }
            isClean = false
            Terminal.complain(error.text(file: path, household: household))
        }
        finish(notify)
        return isClean
    }
}

/// The option that says whether a recording contains many households.
struct GroupingOptions: ParsableArguments {
    enum Grouping: String, ExpressibleByArgument, CaseIterable { case household }

    @Option(
        help: """
            Play each household of the input from nothing. Each line then has "household": NAME, and \
            the input is sorted by household, then by time. Rules such as "data is older than 6 hours" \
            then fire between two lines too; without it, rules are evaluated at the lines only. An \
            answer that is older than the one before it is left out; without it, it counts as the newest.
            """) var by: Grouping?

    var isByHousehold: Bool { by == .household }
}

/// The results of `eval` so far.
private struct EvalOutput {
    let printsNotifications: Bool
    private(set) var notified: [String: Int] = [:]
    private var bytes: [UInt8] = []

    init(printsNotifications: Bool) { self.printsNotifications = printsNotifications }

    mutating func add(_ notification: AlertNotification, of household: String?) {
        for (rule, count) in notification.alertsBegun { notified[rule, default: 0] += count }
        guard printsNotifications else { return }
        bytes += notification.line(of: household)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count > 1 << 16 { flush() }
    }

    mutating func flush() {
        Terminal.put(String(decoding: bytes, as: UTF8.self))
        bytes.removeAll(keepingCapacity: true)
    }
}

/// `saldovakt rules replay`, also `saldovakt replay`: shows what rules would have notified.
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

    @OptionGroup var grouping: GroupingOptions

    @Flag(help: "Write one notification per line, in the form of webhooks.") var json = false

    @Argument(
        help: "The recording; - for standard input; without it the stored history.",
        completion: .file()) var recording: String?

    func run() async throws {
        let configuration = try settings.load()
        let loaded = try RulesText.load(rules.path, channels: configuration.channelNames)
        guard let ruleSet = loaded.ruleSet else { throw ExitStatus.wrong }
        if grouping.isByHousehold, recording == nil {
            throw ValidationError(
                "--by household needs a recording: name it, or - for standard input")
        }
        if let recording {
            try play(recording, ruleSet, configuration)
        } else {
            try await playHistory(ruleSet, configuration)
        }
    }

    private func play(
        _ recording: String, _ rules: RuleSet, _ configuration: Configuration
    ) throws {
        var text = ReplayText(
            rules: rules, zone: configuration.settings.timeZone,
            isByHousehold: grouping.isByHousehold)
        var session = RecordingSession(rules: rules) { _, household in
            configuration.replayBuilder(household: household)
        }
        let isClean = try session.play(recording, grouping) { notify($0, $1, &text) }
        write(text, since: session.start, "the recording has no line that could be played")
        if !isClean { throw ExitStatus.wrong }
    }

    /// Replays the stored history; rules for which it is too short are named on standard error.
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
        var text = ReplayText(rules: RuleSet(rules: played, fileHash: rules.fileHash), zone: zone)
        for notification in past.notifications { notify(notification, nil, &text) }
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

    private func notify(
        _ notification: AlertNotification, _ household: String?, _ text: inout ReplayText
    ) {
        if json {
            Terminal.write(String(decoding: notification.line(of: household), as: UTF8.self))
        } else {
            text.add(notification, of: household)
        }
    }
}
