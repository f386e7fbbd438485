import Finance
import Foundation
import Rules

extension AlertReducer {
    /// How late a summary may be sent, in seconds.
    fileprivate static let latest = 86_400.0

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
        guard occasion > turn.state.notifiedThrough ?? turn.state.baselineAt else {
            return refreshHeldSummary(&turn)
        }
        let age = now.timeIntervalSince(occasion)
        guard age < Self.latest else {
            turn.state.notifiedThrough = occasion
            return
        }
        let isPrompt = age * 1_000 <= Double(engine.policy.longestGapMilliseconds())
        guard isPrompt || isRead(since: occasion) else { return }
        guard let notification = notification(occasion, turn) else { return }
        turn.state.notifiedThrough = occasion
        notify(notification, occasion, &turn)
    }

    /// Shows the newest figures in a summary that is still held (D78).
    private func refreshHeldSummary(_ turn: inout RuleEvaluation) {
        guard let index = turn.state.held.firstIndex(where: { $0.heldSummary != nil }),
            let occasion = turn.state.held[index].heldSummary,
            let newest = notification(occasion, turn),
            newest.data != turn.state.held[index].notification.data
        else { return }
        turn.state.held[index].notification = newest
    }

    private func key(_ occasion: Date, _ rule: Rule) -> AlertKey {
        AlertKey(ruleID: rule.id, body: rule.bodyKey, subject: .occasion(occasion))
    }

    /// The summary; `nil` for one of spending as long as nobody has added it up.
    private func notification(_ occasion: Date, _ turn: RuleEvaluation) -> AlertNotification? {
        let key = key(occasion, turn.rule)
        let id = turn.notificationID("summary", key, 1)
        let composer = composer(of: turn.rule)
        guard turn.rule.spending != nil else {
            return composer.summary(of: occasion, id: id, at: now)
        }
        return turn.verdicts[key]?.evidence.overview.map {
            composer.spending($0, of: occasion, id: id, at: now)
        }
    }

    /// A summary that is still held gives way to the newer one.
    private func notify(
        _ notification: AlertNotification, _ occasion: Date, _ turn: inout RuleEvaluation
    ) {
        turn.state.held.removeAll { $0.notification.type == .summary }
        turn.messages.append(Message(notification, key(occasion, turn.rule)))
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

    /// The summaries of spending that may be sent now, each with its instant.
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
            // One that is held has to show the newest figures.
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
    /// The instant of the summary that it holds, if it holds one.
    fileprivate var heldSummary: Date? {
        guard notification.type == .summary, case .occasion(let instant) = alertKey.subject else {
            return nil
        }
        return instant
    }
}

extension Rule {
    /// What its summary adds up, if it is one of spending.
    var spending: Summary.Spending? {
        if case .summary(let summary) = body { summary.spending } else { nil }
    }
}
