import Alerts
import Finance
import Foundation
import Settings
import Recording
import Rules
import Watch

/// Plays lines through the real evaluator and alert lifecycle, in memory (D62).
struct EvalSession: Sendable {
    private var replayer: Replayer
    private let rules: RuleSet
    private let zone: TimeZone
    private let printsNotices: Bool
    private let reader = SnapshotLineReader()
    private var accounts = BareAccounts()
    private var counts: [String: Int] = [:]
    private var output = ""
    private var lastInstant = Date.distantPast

    /// Starts with an empty memory.
    init(rules: RuleSet, configuration: Configuration, printsNotices: Bool) {
        self.rules = rules
        self.printsNotices = printsNotices
        zone = configuration.settings.timeZone
        let interval = SourceFactory.standardInterval
        replayer = Replayer(
            rules: rules,
            builder: PipelineBuilder(
                zone: zone, pollInterval: interval,
                policy: configuration.policy(pollInterval: interval),
                aliases: configuration.aliases))
    }

    /// Plays all lines and writes the notices.
    ///
    /// - Returns: whether every line could be read.
    mutating func run(_ lines: InputLines) -> Bool {
        var isClean = true
        lines.forEach { bytes, number in
            do throws(RecordingError) {
                tell(try play(bytes, number))
            } catch {
                isClean = false
                Terminal.complain(error.text(file: "-"))
                tell(failedPoll())
            }
        }
        tell(replayer.finish())
        flush()
        return isClean
    }

    /// Writes how often each rule was told, in the order of the file.
    func writeCounts() {
        for rule in rules.rules {
            Terminal.write(
                JSONText.object([
                    ("rule", JSONText.string(rule.id)), ("count", "\(counts[rule.id] ?? 0)"),
                ]))
        }
    }

    private mutating func play(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int
    ) throws(RecordingError) -> [Notice] {
        switch try reader.line(bytes, number: number) {
        case .snapshot(let snapshot):
            lastInstant = snapshot.observedAt
            return replayer.play(snapshot)
        case .transaction(let line):
            lastInstant = line.observedAt(in: zone)
            let account = accounts.facts(of: line, at: lastInstant)
            return replayer.play(
                accounts.transaction(from: line, on: account, at: lastInstant), of: account)
        }
    }

    private mutating func failedPoll() -> [Notice] {
        guard lastInstant > .distantPast else { return [] }
        let failure = SourceFailure(
            kind: .malformed, problem: "the line could not be read", fix: "mend the line")
        return replayer.play(Snapshot(source: "eval", observedAt: lastInstant, failure: failure))
    }

    private mutating func tell(_ notices: [Notice]) {
        for notice in notices {
            count(notice)
            guard printsNotices else { continue }
            output += String(decoding: NoticeCoding.encode(notice), as: UTF8.self) + "\n"
            if output.utf8.count > 1 << 16 { flush() }
        }
    }

    private mutating func count(_ notice: Notice) {
        switch notice.type {
        case .fired, .healthFired:
            if let rule = notice.data.rule { counts[rule.id, default: 0] += 1 }
        case .digest:
            if let rule = notice.data.rule {
                counts[rule.id, default: 0] += notice.data.count ?? 1
            } else {
                for item in notice.data.items ?? [] { counts[item.rule.id, default: 0] += 1 }
            }
        case .resolved, .reminder, .corrected, .summary, .healthResolved: break
        }
    }

    private mutating func flush() {
        Terminal.put(output)
        output = ""
    }
}
