import Alerts
import Finance
import Foundation
import Recording
import Rules
import Settings
import Watch

/// Plays lines through the real evaluator and alert lifecycle, in memory (D62).
struct EvalSession: Sendable {
    private var started: Replayer?
    /// Takes bare transactions where only their number is asked for and nothing else matters.
    private var counter: OccurrenceCounter?
    private var firstStream: Stream?
    private let configuration: Configuration
    private let rules: RuleSet
    private let zone: TimeZone
    private let printsNotices: Bool
    private let reader = SnapshotLineReader()
    private var accounts = BareAccounts()
    private var coverage: RecordedCoverage
    private var counts: [String: Int] = [:]
    private var output = ""
    private var lastInstant = Date.distantPast

    /// Starts with an empty memory.
    init(rules: RuleSet, configuration: Configuration, printsNotices: Bool) {
        self.rules = rules
        self.configuration = configuration
        self.printsNotices = printsNotices
        zone = configuration.settings.timeZone
        coverage = RecordedCoverage(zone: zone)
        guard !printsNotices else { return }
        counter = OccurrenceCounter(rules: rules, zone: zone)
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
        tell(started?.finish() ?? [])
        flush()
        return isClean
    }

    /// Writes how often each rule was told, in the order of the file.
    func writeCounts() {
        for (place, rule) in rules.rules.enumerated() {
            let count = (counts[rule.id] ?? 0) + (counter?.count(at: place) ?? 0)
            Terminal.write(
                JSONText.object([("rule", JSONText.string(rule.id)), ("count", "\(count)")]))
        }
    }

    private mutating func play(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int
    ) throws(RecordingError) -> [Notice] {
        switch try reader.line(bytes, number: number) {
        case .snapshot(let snapshot):
            firstStream = firstStream ?? .snapshots
            lastInstant = snapshot.observedAt
            let covered = coverage.filled(snapshot)
            return withReplayer { $0.play(covered) }
        case .transaction(let line):
            firstStream = firstStream ?? .transactions
            lastInstant = line.observedAt(in: zone)
            guard counter == nil else {
                counter?.count(line)
                return []
            }
            let account = accounts.facts(of: line, at: lastInstant)
            let transaction = accounts.transaction(from: line, on: account, at: lastInstant)
            return withReplayer { $0.play(transaction, of: account) }
        }
    }

    private mutating func failedPoll() -> [Notice] {
        guard lastInstant > .distantPast else { return [] }
        let failure = SourceFailure(
            kind: .malformed, problem: "the line could not be read", fix: "mend the line")
        let snapshot = Snapshot(source: "eval", observedAt: lastInstant, failure: failure)
        return withReplayer { $0.play(snapshot) }
    }

    private enum Stream {
        case snapshots
        case transactions
    }

    /// Plays with the replayer, which the first line makes: a stream of bare transactions never
    /// corrects any, so that nothing need be remembered of them.
    private mutating func withReplayer(
        _ play: (inout Replayer) -> [Notice]
    ) -> [Notice] {
        if started == nil {
            started = Replayer(rules: rules, builder: builder(for: firstStream ?? .snapshots))
        }
        guard var replayer = started.take() else { return [] }
        let notices = play(&replayer)
        started = replayer
        return notices
    }

    private func builder(for stream: Stream) -> PipelineBuilder {
        let interval = SourceFactory.standardInterval
        var policy = configuration.policy(pollInterval: interval)
        policy.remembersEvents = stream == .snapshots
        return PipelineBuilder(
            zone: zone, pollInterval: interval, policy: policy,
            aliases: configuration.aliases)
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
        case .fired, .healthFired, .summary:
            if let rule = notice.data.rule { counts[rule.id, default: 0] += 1 }
        case .digest:
            if let rule = notice.data.rule {
                counts[rule.id, default: 0] += notice.data.count ?? 1
            } else {
                for item in notice.data.items ?? [] { counts[item.rule.id, default: 0] += 1 }
            }
        case .resolved, .reminder, .corrected, .healthResolved: break
        }
    }

    private mutating func flush() {
        Terminal.put(output)
        output = ""
    }
}
