import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Applies a finding about an absence.
    ///
    /// A deadline is judged once and stays judged (RL-35): of each rule and account the ledger keeps
    /// the newest judged one, and nothing up to it is judged again, whatever rows or clocks do.
    mutating func judgeAbsence(_ verdict: Verdict, _ key: AlertKey, _ turn: inout RuleEvaluation) {
        // Its `while` is not so: it is not judged, and what was sent stays.
        if verdict.finding == .clear(isRecovered: false) { return }
        if key.subject == .rule { return }
        if case .transaction = key.subject { return judgeOverdue(verdict, key, &turn) }
        guard case .deadline(_, .some(let day)) = key.subject else {
            return judgeRolling(verdict, key, &turn)
        }
        for outcome in verdict.evidence.earlierDeadlines { endIfArrived(outcome, verdict, &turn) }
        guard alert(key) == nil else {
            if case .clear = verdict.finding { clear(verdict, key, isRecovered: true, &turn) }
            return
        }
        guard let own = verdict.evidence.deadline else { return }
        let judged = judgedDeadlines(like: key)
        let last = judged.map(\.day).max()
        guard last.map({ $0 < day }) ?? true else { return }
        let baseline = turn.state.baselineAt
        let passed = verdict.evidence.earlierDeadlines.filter { outcome in
            last.map { $0 < outcome.day } ?? (outcome.judgedFrom >= baseline)
        }
        // What is over goes for good with the next deadline; until then what is notified of it finds it.
        let known = Set(verdict.evidence.earlierDeadlines.map(\.day))
        for (day, state) in judged where state.phase != .firing || !known.contains(day) {
            removeAlerts([state.key])
        }
        // Those that passed in between were not held against a `while`.
        let missed = turn.rule.isGuarded ? [] : passed.filter { !$0.isMet }
        for outcome in missed { turn.messages.append(message(about: outcome, verdict, &turn)) }
        judge(own, verdict, key, isFirstLook: last == nil && own.judgedFrom < baseline, &turn)
        let count = missed.count + (own.isMet ? 0 : 1)
        turn.notifiesTogether = turn.notifiesTogether || count > 1
    }

    /// Judges the newest deadline.
    ///
    /// One that passed before the rule was first looked at is sent as already so, and not at all if
    /// its row has come since.
    private mutating func judge(
        _ own: DeadlineOutcome, _ verdict: Verdict, _ key: AlertKey, isFirstLook: Bool,
        _ turn: inout RuleEvaluation
    ) {
        var state = AlertState(key, since: now)
        state.life = .spent
        state.alreadySo = isFirstLook && own.arrival == nil
        if own.arrival == nil {
            let composer = composer(of: turn.rule)
            let notification = composer.fired(
                verdict, id: turn.notificationID("fired", key, 1), alreadySo: isFirstLook,
                since: own.endedAt, at: now)
            fire(&state, notification, &turn)
            return
        }
        keep(state)
        if !own.isMet, !isFirstLook { turn.messages.append(message(about: own, verdict, &turn)) }
    }

    /// The message about a missed deadline that needs no alert of its own: a newer one has passed
    /// too, or what it waited for is already there.
    private func message(
        about outcome: DeadlineOutcome, _ verdict: Verdict, _ turn: inout RuleEvaluation
    ) -> Message {
        let verdict = verdict.about(outcome)
        let key = turn.key(verdict)
        let composer = composer(of: turn.rule)
        let fired = composer.fired(
            verdict.about(outcome.withoutArrival), id: turn.notificationID("fired", key, 1),
            alreadySo: false, since: outcome.endedAt, at: now)
        guard outcome.arrival != nil else { return Message(fired, key) }
        let id = turn.notificationID("line", key, 1)
        return Message(composer.late(verdict, after: fired, id: id, at: now), key)
    }

    /// Ends the alert of an older deadline whose row has come; it belongs to no other (D30).
    private mutating func endIfArrived(
        _ outcome: DeadlineOutcome, _ verdict: Verdict, _ turn: inout RuleEvaluation
    ) {
        guard outcome.arrival != nil else { return }
        let verdict = verdict.about(outcome)
        let key = turn.key(verdict)
        guard alert(key)?.phase == .firing else { return }
        clear(verdict, key, isRecovered: true, &turn)
    }

    /// Whether a later deadline was judged too, so that a person is reminded of that one alone.
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

    /// The next payment of a subscription is missing: reported once, over when it comes, and silently
    /// when the subscription has ended.
    private mutating func judgeOverdue(
        _ verdict: Verdict, _ key: AlertKey, _ turn: inout RuleEvaluation
    ) {
        let outcome = verdict.evidence.deadline
        guard alert(key) == nil else {
            guard verdict.finding != .holds else { return }
            if outcome?.arrival == nil { return removeAlerts([key]) }
            return clear(verdict, key, isRecovered: true, &turn)
        }
        guard verdict.finding == .holds, let outcome else { return }
        let isFirstLook = outcome.judgedFrom < turn.state.baselineAt
        judge(outcome, verdict, key, isFirstLook: isFirstLook, &turn)
    }

    /// `in the last …` lives like a level; it is already so if it began before the first look.
    private mutating func judgeRolling(
        _ verdict: Verdict, _ key: AlertKey, _ turn: inout RuleEvaluation
    ) {
        guard verdict.finding == .holds else {
            return clear(verdict, key, isRecovered: true, &turn)
        }
        if alert(key) == nil {
            var state = AlertState(key, since: now)
            state.alreadySo = verdict.evidence.since.map { $0 <= turn.state.baselineAt } ?? false
            keep(state)
        }
        holds(verdict, key, &turn)
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
