package import Alerts
import Finance
package import Foundation
package import Recording
package import Rules
package import Watch

/// Plays the lines of a recording through the real evaluation and alert lifecycle, in memory.
///
/// Nothing is sent or stored; the same lines give the same notices (D62).
package struct RecordingPlayer: Sendable {
    private var replayer: Replayer
    private var accounts = BareAccounts()
    private var coverage: RecordedCoverage
    private let zone: TimeZone
    private var noon: (day: CalendarDay, instant: Date)?
    /// Bare transactions have no other source.
    private var source = BareAccounts.source
    /// The instants of the first and the last line that could be read.
    package private(set) var span: ClosedRange<Date>?

    /// Starts with an empty memory.
    package init(rules: RuleSet, builder: PipelineBuilder) {
        zone = builder.zone
        coverage = RecordedCoverage(zone: zone)
        replayer = Replayer(rules: rules, builder: builder)
    }

    /// Plays one line.
    ///
    /// - Returns: what is told up to and at its time.
    package mutating func play(_ line: RecordingLine) -> [AlertNotification] {
        switch line {
        case .snapshot(let snapshot):
            note(snapshot.observedAt)
            source = snapshot.source
            return replayer.play(coverage.filled(snapshot))
        case .transaction(let line):
            let instant = instant(of: line)
            note(instant)
            let account = accounts.facts(of: line, at: instant)
            let transaction = accounts.transaction(from: line, on: account, at: instant)
            return replayer.play(transaction, of: account)
        }
    }

    /// Plays a line that could not be read: a failed poll at the time of the line before (D35).
    package mutating func playUnreadable() -> [AlertNotification] {
        guard let last = span?.upperBound else { return [] }
        let failure = SourceFailure(
            kind: .malformed, problem: "the line could not be read", fix: "correct the line")
        return replayer.play(Snapshot(source: source, observedAt: last, failure: failure))
    }

    /// What is still held when the recording ends (D53).
    package func finish() -> [AlertNotification] { replayer.finish() }

    /// The clock of a line; noon of a day is looked up once for all its lines.
    private mutating func instant(of line: BareTransactionLine) -> Date {
        if let time = line.time { return time }
        if let noon, noon.day == line.row.date { return noon.instant }
        let instant = line.observedAt(in: zone)
        noon = (line.row.date, instant)
        return instant
    }

    private mutating func note(_ instant: Date) {
        let lower = min(span?.lowerBound ?? instant, instant)
        span = lower...max(span?.upperBound ?? instant, instant)
    }
}
