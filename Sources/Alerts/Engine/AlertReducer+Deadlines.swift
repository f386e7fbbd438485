import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Applies a verdict about an absence.
    ///
    /// A deadline is judged only once (RL-35). For each rule and account the ledger keeps the
    /// newest judged deadline. No earlier one is judged again, even if rows or clocks change.
    mutating func judgeAbsence(
        _ verdict: Verdict, _ key: AlertKey, _ evaluation: inout RuleEvaluation
    ) {
        // Its `while` is false: the deadline is not judged, and sent notifications stay.
        if verdict.finding == .clear(isRecovered: false) { return }
        if key.subject == .rule { return }
        if case .transaction = key.subject { return judgeOverdue(verdict, key, &evaluation) }
        guard case .deadline(_, .some(let day)) = key.subject else {
            return judgeRolling(verdict, key, &evaluation)
        }
        for outcome in verdict.evidence.earlierDeadlines {
            endIfArrived(outcome, verdict, &evaluation)
        }
        guard alert(key) == nil else {
            if case .clear = verdict.finding { clear(verdict, key, isRecovered: true, &evaluation) }
            return
        }
        guard let own = verdict.evidence.deadline else { return }
        let judged = judgedDeadlines(like: key)
        let last = judged.map(\.day).max()
        guard last.map({ $0 < day }) ?? true else { return }
        let baseline = firstLook(verdict, evaluation)
        let passed = verdict.evidence.earlierDeadlines.filter { outcome in
            last.map { $0 < outcome.day } ?? (outcome.judgedFrom >= baseline)
        }
        // Ended deadlines are removed with the next one; until then later messages refer to them.
        let known = Set(verdict.evidence.earlierDeadlines.map(\.day))
        for (day, state) in judged where state.phase != .firing || !known.contains(day) {
            removeAlerts([state.key])
        }
        // Deadlines that passed in between were not checked against a `while`.
        let missed = evaluation.rule.isGuarded ? [] : passed.filter { !$0.isMet }
        for outcome in missed {
            evaluation.messages.append(message(about: outcome, verdict, &evaluation))
        }
        judge(own, verdict, key, isFirstLook: last == nil && own.judgedFrom < baseline, &evaluation)
        let count = missed.count + (own.isMet ? 0 : 1)
        evaluation.notifiesTogether = evaluation.notifiesTogether || count > 1
    }

    /// When a rule was first evaluated, or the account of the verdict first read, if that was
    /// later (D21).
    private func firstLook(_ verdict: Verdict, _ evaluation: RuleEvaluation) -> Date {
        let baseline = evaluation.state.baselineAt
        guard !facts.program.seesEveryRow, let account = verdict.accountID else { return baseline }
        return max(baseline, facts.accounts[account]?.firstSeen ?? baseline)
    }

    /// Judges the newest deadline.
    ///
    /// One that passed before the first look is sent as already so, or not at all if its row has
    /// come since.
    private mutating func judge(
        _ own: DeadlineOutcome, _ verdict: Verdict, _ key: AlertKey, isFirstLook: Bool,
        _ evaluation: inout RuleEvaluation
    ) {
        var state = AlertState(key, since: now)
        state.life = .spent
        state.alreadySo = isFirstLook && own.arrival == nil
        if own.arrival == nil {
            let composer = composer(of: evaluation.rule)
            let notification = composer.fired(
                verdict, id: evaluation.notificationID("fired", key, 1), alreadySo: isFirstLook,
                since: own.endedAt, at: now)
            fire(&state, notification, &evaluation)
            return
        }
        keep(state)
        // Beside a `while`, a late arrival is no news: the alert may never have been true.
        if !own.isMet, !isFirstLook, !evaluation.rule.isGuarded {
            evaluation.messages.append(message(about: own, verdict, &evaluation))
        }
    }

    /// The message about a missed deadline that needs no alert: a newer one has passed too, or its
    /// row has come.
    private func message(
        about outcome: DeadlineOutcome, _ verdict: Verdict, _ evaluation: inout RuleEvaluation
    ) -> Message {
        let verdict = verdict.about(outcome)
        let key = evaluation.key(verdict)
        let composer = composer(of: evaluation.rule)
        let fired = composer.fired(
            verdict.about(outcome.withoutArrival), id: evaluation.notificationID("fired", key, 1),
            alreadySo: false, since: outcome.endedAt, at: now)
        guard outcome.arrival != nil else { return Message(fired, key) }
        let id = evaluation.notificationID("line", key, 1)
        return Message(composer.line(verdict, after: fired, id: id, at: now), key)
    }

    /// Ends the alert of an older deadline whose row has come; the row counts for no other (D30).
    private mutating func endIfArrived(
        _ outcome: DeadlineOutcome, _ verdict: Verdict, _ evaluation: inout RuleEvaluation
    ) {
        guard outcome.arrival != nil else { return }
        let verdict = verdict.about(outcome)
        let key = evaluation.key(verdict)
        guard alert(key)?.phase == .firing else { return }
        clear(verdict, key, isRecovered: true, &evaluation)
    }

    /// Whether a later deadline was judged too, so that only that one is reminded of.
    func isSuperseded(_ key: AlertKey) -> Bool {
        guard case .deadline(_, .some(let day)) = key.subject else { return false }
        return judgedDeadlines(like: key).contains { $0.day > day }
    }

    /// The judged deadlines of the rule and account of an alert.
    private func judgedDeadlines(like key: AlertKey) -> [(day: CalendarDay, state: AlertState)] {
        SeriesKey(key).map { alerts(in: $0) }?.inOrder().compactMap { state in
            guard case .deadline(_, .some(let day)) = state.subject else { return nil }
            return (day, state)
        } ?? []
    }

    /// Reports a missing payment of a subscription once.
    ///
    /// The alert ends when the payment comes, and silently when the subscription has ended.
    private mutating func judgeOverdue(
        _ verdict: Verdict, _ key: AlertKey, _ evaluation: inout RuleEvaluation
    ) {
        let outcome = verdict.evidence.deadline
        guard alert(key) == nil else {
            guard verdict.finding != .holds else { return }
            if outcome?.arrival == nil { return removeAlerts([key]) }
            return clear(verdict, key, isRecovered: true, &evaluation)
        }
        guard verdict.finding == .holds, let outcome else { return }
        let isFirstLook = outcome.judgedFrom < firstLook(verdict, evaluation)
        judge(outcome, verdict, key, isFirstLook: isFirstLook, &evaluation)
    }

    /// Applies a verdict of `in the last …`, whose alert lives like that of a level.
    ///
    /// It is already so if it began before the first look.
    private mutating func judgeRolling(
        _ verdict: Verdict, _ key: AlertKey, _ evaluation: inout RuleEvaluation
    ) {
        guard verdict.finding == .holds else {
            return clear(verdict, key, isRecovered: true, &evaluation)
        }
        if alert(key) == nil {
            var state = AlertState(key, since: now)
            let firstLook = firstLook(verdict, evaluation)
            state.alreadySo = verdict.evidence.since.map { $0 <= firstLook } ?? false
            keep(state)
        }
        holds(verdict, key, &evaluation)
    }
}

extension Verdict {
    /// The same finding about another deadline of the rule.
    fileprivate func about(_ outcome: DeadlineOutcome) -> Verdict {
        var evidence = evidence
        evidence.deadline = outcome
        evidence.earlierDeadlines = []
        var subject = subject
        if case .deadline(let account, .some) = subject {
            subject = .deadline(account: account, day: outcome.day)
        }
        return Verdict(ruleID: ruleID, subject: subject, finding: finding, evidence: evidence)
    }
}

extension DeadlineOutcome {
    /// The deadline as it was before anything came.
    fileprivate var withoutArrival: DeadlineOutcome {
        DeadlineOutcome(
            day: day, minute: minute, endedAt: endedAt, judgedFrom: judgedFrom, arrival: nil)
    }
}
