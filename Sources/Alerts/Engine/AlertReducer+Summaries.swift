import Finance
import Foundation
import Rules

extension AlertReducer {
    /// How late a summary may be sent, in seconds.
    fileprivate static let latest = 86_400.0

    /// Sends the newest due summary; a new rule waits for its next instant.
    ///
    /// A summary that was missed while the program was down waits for the next reading of a bank,
    /// for fresh figures. It is dropped when it is a day old.
    mutating func notifySummary(_ evaluation: inout RuleEvaluation) {
        guard let calendar = engine.calendar(of: evaluation.rule) else { return }
        // A clock that was a day or more ahead must not silence the rule until then.
        if let notified = evaluation.state.notifiedThrough,
            notified.timeIntervalSince(now) > Self.latest
        {
            evaluation.state.notifiedThrough = now
        }
        let occasion = calendar.newest(at: now)
        guard occasion > evaluation.state.notifiedThrough ?? evaluation.state.baselineAt else {
            return refreshHeldSummary(&evaluation)
        }
        let age = now.timeIntervalSince(occasion)
        guard age < Self.latest else {
            evaluation.state.notifiedThrough = occasion
            return
        }
        let isPrompt = age * 1_000 <= Double(engine.policy.longestGapMilliseconds())
        guard isPrompt || isRead(since: occasion) else { return }
        guard let notification = notification(occasion, evaluation) else { return }
        evaluation.state.notifiedThrough = occasion
        // It replaces an older one that is still held.
        evaluation.state.held.removeAll { $0.notification.type == .summary }
        evaluation.messages.append(Message(notification, key(occasion, evaluation.rule)))
    }

    /// Updates the figures of a summary that is still held (D78).
    private func refreshHeldSummary(_ evaluation: inout RuleEvaluation) {
        guard let index = evaluation.state.held.firstIndex(where: { $0.heldSummary != nil }),
            let occasion = evaluation.state.held[index].heldSummary,
            let newest = notification(occasion, evaluation),
            newest.data != evaluation.state.held[index].notification.data
        else { return }
        evaluation.state.held[index].notification = newest
    }

    private func key(_ occasion: Date, _ rule: Rule) -> AlertKey {
        AlertKey(ruleID: rule.id, body: rule.bodyKey, subject: .occasion(occasion))
    }

    /// The summary; `nil` for a spending summary that has not been computed yet.
    private func notification(_ occasion: Date, _ evaluation: RuleEvaluation) -> AlertNotification?
    {
        let key = key(occasion, evaluation.rule)
        let id = evaluation.notificationID("summary", key, 1)
        let composer = composer(of: evaluation.rule)
        guard evaluation.rule.spending != nil else {
            return composer.summary(of: occasion, id: id, at: now)
        }
        return evaluation.verdicts[key]?.evidence.overview.map {
            composer.spending($0, of: occasion, id: id, at: now)
        }
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

    /// The spending summaries that may be sent now, each with its instant.
    func overviewsDue(in ledger: AlertLedger, at now: Date) -> [String: Date] {
        var due: [String: Date] = [:]
        for id in summaries {
            guard let rule = rules.rule(id), rule.spending != nil, let state = ledger.rules[id],
                state.body == rule.bodyKey, let occasion = calendar(of: rule)?.newest(at: now)
            else { continue }
            let isDue =
                now.timeIntervalSince(occasion) < AlertReducer.latest
                && (occasion > state.notifiedThrough ?? state.baselineAt
                    || state.notifiedThrough ?? now > now)
            // A held summary has to show the newest figures.
            due[id] = isDue ? occasion : state.held.lazy.compactMap(\.heldSummary).first
        }
        return due
    }

    /// When the next summary of a rule that has been looked at is due, strictly after `now`.
    func nextSummary(ofRule id: String, in ledger: AlertLedger, after now: Date) -> Date? {
        guard let rule = rules.rule(id), ledger.rules[id]?.body == rule.bodyKey else { return nil }
        return calendar(of: rule)?.next(after: now)
    }
}

extension HeldNotification {
    /// The instant of the summary that it holds, if any.
    fileprivate var heldSummary: Date? {
        guard notification.type == .summary, case .occasion(let instant) = alertKey.subject else {
            return nil
        }
        return instant
    }
}

extension Rule {
    /// The sums of its summary, if it is a spending summary.
    var spending: Summary.Spending? {
        if case .summary(let summary) = body { summary.spending } else { nil }
    }
}
