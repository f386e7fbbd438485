import Alerts
import Finance
import Foundation
import Recording
import Rules
import Settings
import Watch

/// Plays lines through the real evaluator and alert lifecycle, in memory (D62).
///
/// Where only numbers are asked for, rules that a ``RowCounter`` can decide are left to it, and the
/// others are played; no rule depends on another one.
struct EvalSession: Sendable {
    /// Plays the rules that are not counted, over all lines.
    private var played: StreamPlayer?
    /// Plays the rules that are counted over the lines that are no bare transactions.
    private var counted: StreamPlayer?
    private var counter: RowCounter?
    /// Whether nothing else has to know of a line that is counted; kept, because looking at the
    /// players for each line would copy them.
    private var countsOnly = false
    private let rules: RuleSet
    private let zone: TimeZone
    private let printsNotices: Bool
    private let reader = SnapshotLineReader()
    private var accounts = BareAccounts()
    private var coverage: RecordedCoverage
    private var told: [String: Int] = [:]
    private var output = ""
    private var lastInstant = Date.distantPast

    /// Starts with an empty memory.
    ///
    /// - Parameter countsRows: whether rules may be counted without being played, where only
    ///   numbers are asked for; the numbers are the same.
    init(
        rules: RuleSet, configuration: Configuration, printsNotices: Bool, countsRows: Bool = true
    ) {
        self.rules = rules
        self.printsNotices = printsNotices
        zone = configuration.settings.timeZone
        coverage = RecordedCoverage(zone: zone)
        guard !printsNotices, countsRows else {
            played = StreamPlayer(rules: rules, configuration: configuration)
            return
        }
        let counter = RowCounter(rules: rules, zone: zone)
        self.counter = counter
        let split = Dictionary(grouping: zip(rules.rules, counter.decides)) { $1 }
            .mapValues { RuleSet(rules: $0.map(\.0), fileHash: rules.fileHash) }
        played = split[false].map { StreamPlayer(rules: $0, configuration: configuration) }
        counted = split[true].map { StreamPlayer(rules: $0, configuration: configuration) }
        countsOnly = split[false] == nil
    }

    /// Plays all lines and writes the notices.
    ///
    /// - Returns: whether every line could be read.
    mutating func run(_ lines: InputLines) -> Bool {
        var isClean = true
        lines.forEach { bytes, number in
            if let error = take(bytes, number) {
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
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) -> RecordingError? {
        if countsOnly, let seenAt = counter?.count(bytes) {
            lastInstant = seenAt
            counted?.begin(.transactions)
            return nil
        }
        do throws(RecordingError) {
            play(try reader.line(bytes, number: number))
            return nil
        } catch {
            playFailedPoll()
            return error
        }
    }

    /// Ends the stream.
    mutating func finish() {
        tell(played?.finish() ?? [])
        tell(counted?.finish() ?? [])
        flush()
    }

    /// How often each rule was told, in the order of the file.
    var counts: [Int] {
        let counted = counter?.counts
        return rules.rules.enumerated().map { told[$1.id, default: 0] + (counted?[$0] ?? 0) }
    }

    /// Writes how often each rule was told, in the order of the file.
    func writeCounts() {
        for (rule, count) in zip(rules.rules, counts) {
            Terminal.write(
                JSONText.object([("rule", JSONText.string(rule.id)), ("count", "\(count)")]))
        }
    }

    private mutating func play(_ line: RecordingLine) {
        switch line {
        case .snapshot(let snapshot):
            lastInstant = snapshot.observedAt
            counter?.advance(to: lastInstant)
            let covered = coverage.filled(snapshot)
            tell(played?.play(covered) ?? [])
            playCounted(covered)
        case .transaction(let line):
            lastInstant = line.observedAt(in: zone)
            counter?.count(line)
            counted?.begin(.transactions)
            if counter?.looksAtTime == true { tell(counted?.advance(to: lastInstant) ?? []) }
            guard played != nil else { return }
            let account = accounts.facts(of: line, at: lastInstant)
            let transaction = accounts.transaction(from: line, on: account, at: lastInstant)
            tell(played?.play(transaction, of: account) ?? [])
        }
    }

    private mutating func playFailedPoll() {
        guard lastInstant > .distantPast else { return }
        let failure = SourceFailure(
            kind: .malformed, problem: "the line could not be read", fix: "mend the line")
        let snapshot = Snapshot(source: "eval", observedAt: lastInstant, failure: failure)
        counter?.loseTrack()
        tell(played?.play(snapshot) ?? [])
        playCounted(snapshot)
    }

    /// From then on sums of what was played have to hear of every line.
    private mutating func playCounted(_ snapshot: Snapshot) {
        tell(counted?.play(snapshot) ?? [])
        if counter?.looksAtTime == true { countsOnly = false }
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
            if let rule = notice.data.rule { told[rule.id, default: 0] += 1 }
        case .digest:
            if let rule = notice.data.rule {
                told[rule.id, default: 0] += notice.data.count ?? 1
            } else {
                for item in notice.data.items ?? [] { told[item.rule.id, default: 0] += 1 }
            }
        case .resolved, .reminder, .corrected, .healthResolved: break
        }
    }

    private mutating func flush() {
        Terminal.put(output)
        output = ""
    }
}
