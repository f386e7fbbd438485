import Alerts
import Console
import Finance
import Foundation
import Recording
import RuleTools
import Rules
import Settings
import Watch

/// Plays lines through the real evaluator and alert lifecycle, in memory (D62), and writes or counts
/// the notices.
struct EvalSession: Sendable {
    private let rules: RuleSet
    private let configuration: Configuration
    private let printsNotices: Bool
    /// Made when the first line tells what kind of stream it is.
    private var player: RecordingPlayer?
    private var told: [String: Int] = [:]
    private var output: [UInt8] = []

    /// Starts with an empty memory.
    init(rules: RuleSet, configuration: Configuration, printsNotices: Bool) {
        self.rules = rules
        self.configuration = configuration
        self.printsNotices = printsNotices
    }

    /// Plays all lines and writes the notices.
    ///
    /// - Returns: whether every line could be read.
    mutating func run(_ input: RecordingInput) throws -> Bool {
        var isClean = true
        try input.forEach { line in
            if let error = take(line) {
                isClean = false
                Terminal.complain(error.text(file: "-"))
            }
        }
        finish()
        return isClean
    }

    /// Plays one line; a line that can't be read counts as a failed poll.
    ///
    /// - Returns: what is wrong with the line.
    mutating func take(_ line: Result<RecordingLine, RecordingError>) -> RecordingError? {
        switch line {
        case .success(let line):
            if player == nil { player = player(for: line) }
            tell(player?.play(line) ?? [])
            return nil
        case .failure(let error):
            tell(player?.playUnreadable() ?? [])
            return error
        }
    }

    /// Ends the stream.
    mutating func finish() {
        tell(player?.finish() ?? [])
        flush()
    }

    /// How often each rule was told, in the order of the file.
    var counts: [Int] { rules.rules.map { told[$0.id, default: 0] } }

    /// Writes how often each rule was told, in the order of the file.
    func writeCounts() {
        for (rule, count) in zip(rules.rules, counts) {
            Terminal.write(
                JSONText.object([("rule", JSONText.string(rule.id)), ("count", "\(count)")]))
        }
    }

    /// A stream of bare transactions never corrects any, so that nothing need be remembered of them.
    private func player(for first: RecordingLine) -> RecordingPlayer {
        let isBare = if case .transaction = first { true } else { false }
        return RecordingPlayer(
            rules: rules, builder: configuration.replayBuilder(remembersEvents: !isBare))
    }

    private mutating func tell(_ notices: [AlertNotification]) {
        for notice in notices {
            for (rule, count) in notice.alertsBegun { told[rule, default: 0] += count }
            guard printsNotices else { continue }
            output += NotificationCoding.bytes(notice)
            output.append(UInt8(ascii: "\n"))
            if output.count > 1 << 16 { flush() }
        }
    }

    private mutating func flush() {
        Terminal.put(String(decoding: output, as: UTF8.self))
        output.removeAll(keepingCapacity: true)
    }
}
