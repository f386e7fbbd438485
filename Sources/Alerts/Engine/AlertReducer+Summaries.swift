import Finance
import Foundation
import Rules

extension AlertReducer {
    /// How late a summary may be sent, in seconds.
    private static let latest = 86_400.0

    /// Sends the newest summary that has fallen due; a new rule waits for its next instant.
    ///
    /// One that was missed while the program was down waits for the next reading of a bank, so that
    /// it has the newest figures, and is dropped when it is a day old.
    mutating func notifySummary(_ turn: inout RuleEvaluation) {
        guard let calendar = engine.calendar(of: turn.rule) else { return }
        // A clock that was a day or more ahead must not silence the rule until then.
        if let notified = turn.state.notifiedThrough, notified.timeIntervalSince(now) > Self.latest
        {
            turn.state.notifiedThrough = now
        }
        let occasion = calendar.newest(at: now)
        guard occasion > turn.state.notifiedThrough ?? turn.state.baselineAt else { return }
        let age = now.timeIntervalSince(occasion)
        guard age < Self.latest else {
            turn.state.notifiedThrough = occasion
            return
        }
        let isPrompt = age * 1_000 <= Double(engine.policy.longestGapMilliseconds())
        guard isPrompt || isRead(since: occasion) else { return }
        turn.state.notifiedThrough = occasion
        notify(occasion, &turn)
    }

    /// A summary that is still held gives way to the newer one.
    private func notify(_ occasion: Date, _ turn: inout RuleEvaluation) {
        let key = AlertKey(
            ruleID: turn.rule.id, body: turn.rule.bodyKey, subject: .occasion(occasion))
        let notification = composer(of: turn.rule).summary(
            of: occasion, id: turn.notificationID("summary", key, 1), at: now)
        turn.state.held.removeAll { $0.notification.type == .summary }
        turn.messages.append(Message(notification, key))
    }

    private func isRead(since instant: Date) -> Bool {
        facts.sources.isEmpty
            || facts.sources.values.contains { $0.lastAttempt.map { $0 >= instant } ?? false }
    }
}

extension AlertEngine {
    /// The instants of a summary rule; `nil` for a rule of another kind.
    func calendar(of rule: Rule) -> SummaryCalendar? {
        guard case .summary(let summary) = rule.body else { return nil }
        return SummaryCalendar(summary, zone: policy.zone)
    }

    /// When the next summary of a rule that has been looked at is due, strictly after `now`.
    func nextSummary(ofRule id: String, in ledger: AlertLedger, after now: Date) -> Date? {
        guard let rule = rules.rule(id), ledger.rules[id]?.body == rule.bodyKey else { return nil }
        return calendar(of: rule)?.next(after: now)
    }
}
