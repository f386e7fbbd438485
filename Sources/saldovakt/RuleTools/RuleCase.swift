import Alerts
import Finance
import Foundation
import Recording
import Rules
import Watch

/// One case: rules, what the bank answers, and what is to be told.
struct RuleCase: Sendable {
    /// What it is called.
    let name: String
    /// The zone of its clock.
    let zone: TimeZone
    /// How often its bank is polled.
    let every: Duration
    /// The rules in force.
    let rules: RuleSet
    /// When the sign-in to its bank ends, if that is known.
    let signInExpires: Date?
    /// What the bank answers, poll by poll.
    let lines: [RecordingLine]
    /// All that is to be told, in order.
    let expected: [ExpectedNotice]

    /// Plays the case.
    ///
    /// - Returns: what was expected and what was found, where they differ; empty for a pass.
    func differences() -> [String] {
        var player = RecordingPlayer(
            rules: rules,
            builder: PipelineBuilder(
                zone: zone, pollInterval: every,
                policy: AlertPolicy(zone: zone, pollInterval: every),
                signInExpires: signInExpires.map { [CaseTimeline.source: $0] } ?? [:]))
        let found = lines.flatMap { player.play($0) } + player.finish()
        var lines: [String] = []
        for index in 0..<max(found.count, expected.count) {
            let notice = index < found.count ? found[index] : nil
            let wanted = index < expected.count ? expected[index] : nil
            if let notice, let wanted, wanted.matches(notice, in: zone) { continue }
            lines.append("notice \(index + 1)")
            lines.append("  expected: \(wanted?.words ?? "none")")
            let words = notice.map { ExpectedNotice.words(of: $0, in: zone) }
            lines.append("  found:    \(words ?? "none")")
        }
        return lines
    }
}
