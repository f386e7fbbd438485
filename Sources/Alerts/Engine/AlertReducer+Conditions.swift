import Finance
import Foundation
import Rules

extension AlertReducer {
    mutating func judge(_ verdict: Verdict, _ evaluation: inout RuleEvaluation) {
        let key = evaluation.key(verdict)
        evaluation.verdicts[key] = verdict
        // A summary waits for its instant.
        guard evaluation.rule.kind != .summary else { return }
        switch verdict.finding {
        case .unknown: return wait(key, evaluation)
        case .occurred: evaluation.events.append(verdict)
        case .corrected(let previous): correct(verdict, from: previous, &evaluation)
        case .holds where evaluation.rule.kind == .absence,
            .clear where evaluation.rule.kind == .absence:
            judgeAbsence(verdict, key, &evaluation)
        case .holds: holds(verdict, key, &evaluation)
        case .clear where evaluation.rule.kind == .event: stop(verdict, key, &evaluation)
        case .clear(let isRecovered): clear(verdict, key, isRecovered: isRecovered, &evaluation)
        }
    }

    /// Continues an alert whose condition is true now.
    mutating func holds(_ verdict: Verdict, _ key: AlertKey, _ evaluation: inout RuleEvaluation) {
        guard !isInhibited(verdict, key, evaluation.rule) else { return }
        var state = alert(key) ?? firstState(of: key, evaluation.rule, isTrue: true)
        if state.life == .idle { state.since = now }
        let step = state.life.takeTrue(
            readAt: figuresReadAt(key.subject, evaluation.rule),
            longestGap: longestGap(key.subject, evaluation.rule), at: now)
        switch step {
        case .waits: advance(&state, verdict, &evaluation)
        case .goesOn:
            if state != alert(key) { keep(state) }
            refresh(state, verdict, &evaluation)
        case .stays, .lapses, .ends: break
        }
    }

    /// Fires a pending alert that has been true for as long as its `for` asks, else keeps it
    /// pending.
    private mutating func advance(
        _ state: inout AlertState, _ verdict: Verdict, _ evaluation: inout RuleEvaluation
    ) {
        guard case .pending(var pending) = state.life else { return }
        let knowsStart = [.health, .absence].contains(evaluation.rule.kind)
        let began = knowsStart ? verdict.evidence.since : nil
        let composer = composer(of: evaluation.rule)
        let candidate = composer.fired(
            verdict, id: evaluation.notificationID("fired", state.key, state.transition + 1),
            alreadySo: state.alreadySo, since: began ?? state.since, at: now)
        guard
            pending.heldMilliseconds >= engine.requiredMilliseconds(state, evaluation.rule)
                || evaluation.rule.cannotHeal(verdict)
        else {
            pending.notification = candidate
            state.life = .pending(pending)
            return keep(state)
        }
        fire(&state, candidate, &evaluation)
    }

    /// Makes a pending alert fire, with this notification.
    mutating func fire(
        _ state: inout AlertState, _ notification: AlertNotification,
        _ evaluation: inout RuleEvaluation
    ) {
        state.life = .firing(AlertLife.Firing(notification: notification))
        state.since = now
        state.transition += 1
        keep(state)
        // The person was never told that it had ended.
        evaluation.state.held.removeAll { $0.cause == .snooze && $0.alertKey == state.key }
        evaluation.messages.append(Message(notification, state.key))
    }

    /// Continues an alert whose condition is false now.
    mutating func clear(
        _ verdict: Verdict, _ key: AlertKey, isRecovered: Bool, _ evaluation: inout RuleEvaluation
    ) {
        guard var state = alert(key) else {
            // Stored, so that a later crossing counts as an edge and not as a first look.
            if evaluation.rule.kind != .health {
                keep(firstState(of: key, evaluation.rule, isTrue: false))
            }
            return
        }
        let before = state
        switch state.life.takeFalse(isRecovered: isRecovered, isOnce: state.isOnce) {
        case .stays, .waits: return
        case .goesOn: return refresh(before, verdict, &evaluation)
        case .ends(let firing): end(before, firing, verdict, &evaluation)
        case .lapses: break
        }
        state.since = now
        state.alreadySo = false
        keep(state)
    }

    /// Reports that a firing alert has ended; where it was never sent, it becomes a single line.
    private mutating func end(
        _ state: AlertState, _ firing: AlertLife.Firing, _ verdict: Verdict,
        _ evaluation: inout RuleEvaluation
    ) {
        let composer = composer(of: evaluation.rule)
        let lineID = evaluation.notificationID("line", state.key, state.transition)
        let line = { [now] (held: HeldNotification) in
            composer.line(verdict, after: held.notification, id: lineID, at: now)
        }
        updateSilenced(state.key, line)
        var channels = firing.notified?.channels
        let places = evaluation.heldFirings(of: state.key)
        for place in places {
            let held = evaluation.state.held[place]
            evaluation.state.held[place].notification = line(held)
            channels?.removeAll { held.channels?.contains($0) ?? true }
        }
        // A silence may have held back the firing on some channels only; the others get the end.
        guard places.isEmpty || channels?.isEmpty == false else { return }
        if let channels, evaluation.rule.notifiesEnd(of: state.subject) {
            let began = firing.notification.data.since ?? firing.notification.timestamp
            let id = evaluation.notificationID("resolved", state.key, state.transition)
            let notification = composer.resolved(verdict, id: id, began: began, at: now)
            let channels = engine.channels(notified: channels, evaluation.rule.notify)
            notifyEnd(Message(notification, state.key, channels: channels), of: state, &evaluation)
        }
    }

    /// Sends the end of an alert; for a snoozed alert not before the snooze is over.
    private func notifyEnd(
        _ message: Message, of state: AlertState, _ evaluation: inout RuleEvaluation
    ) {
        guard let until = state.snoozedUntil, until > now else {
            evaluation.messages.append(message)
            return
        }
        evaluation.state.held.append(
            HeldNotification(
                notification: message.notification, alertKey: state.key, cause: .snooze,
                dueAt: until, channels: message.channels))
    }

    /// Updates the figures of the stored and held notifications of an alert that continues (D78).
    private mutating func refresh(
        _ state: AlertState, _ verdict: Verdict, _ evaluation: inout RuleEvaluation
    ) {
        let composer = composer(of: evaluation.rule)
        updateSilenced(state.key, andReminders: true) { composer.newest($0.notification, verdict) }
        for place in evaluation.heldFirings(of: state.key) {
            let held = evaluation.state.held[place]
            evaluation.state.held[place].notification = self.composer(
                of: evaluation.rule, readAt: held.dueAt
            )
            .newest(held.notification, verdict)
        }
        var state = state
        state.updateFiring { $0.notification = composer.newest($0.notification, verdict) }
        keep(state)
    }

    /// The state of an alert that is evaluated for the first time.
    ///
    /// Only the first period of a sum is a first look.
    private mutating func firstState(of key: AlertKey, _ rule: Rule, isTrue: Bool) -> AlertState {
        var state = AlertState(key, since: now)
        let others = otherPeriods(of: key)
        // Bare transactions have no baseline: nothing was true before the first (D62).
        let hasBaseline = !facts.program.seesEveryRow && rule.kind != .health
        state.alreadySo = isTrue && others.isEmpty && hasBaseline
        if var last = others.last {
            last.life.retire()
            keep(last)
        }
        removeAlerts(others.dropLast().map(\.key))
        return state
    }

    /// The alerts of the same sum in other calendar periods, the latest period last.
    private func otherPeriods(of key: AlertKey) -> [AlertState] {
        guard let series = SeriesKey(key) else { return [] }
        return alerts(in: series).filter { $0.subject != key.subject }
            .sorted { ($0.subject.periodStart ?? .min) < ($1.subject.periodStart ?? .min) }
    }
}

extension Rule {
    /// Whether the end of a sent alert is worth sending.
    ///
    /// Sums over moving days, and changes, end silently (D13, section 4).
    fileprivate func notifiesEnd(of subject: Subject) -> Bool {
        guard resolve else { return false }
        if kind == .window, case .window(_, _, nil) = subject { return false }
        return kind != .change
    }
}

extension Subject {
    /// The number of the first day of a sum's calendar period.
    fileprivate var periodStart: Int? {
        guard case .window(_, _, let start?) = self else { return nil }
        return start.dayNumber
    }
}

extension AlertReducer {
    /// Whether a verdict about old data is suppressed because its bank is known not to answer
    /// (RL-32).
    ///
    /// A person gets one notification about the bank, not one for each rule on its state.
    func isInhibited(_ verdict: Verdict, _ key: AlertKey, _ rule: Rule) -> Bool {
        guard rule.kind == .health, HealthTopic(rule.body, failure: nil) == .data,
            alert(key)?.phase != .firing, let source = source(of: verdict)
        else { return false }
        return engine.rules.rules.contains { other in
            guard other.kind == .health,
                case .bank = HealthTopic(other.body, failure: nil)
            else { return false }
            let key = AlertKey(
                ruleID: other.id, body: other.bodyKey, subject: .source(source))
            return alert(key)?.phase == .firing
        }
    }

    private func source(of verdict: Verdict) -> String? {
        if case .source(let id) = verdict.subject { return id }
        return verdict.accountID.flatMap { facts.accounts[$0]?.account.institutionName }
    }
}

extension Rule {
    /// Whether waiting is useless because the problem can't resolve by itself.
    ///
    /// A refused sign-in is one: the program's own rule on the bank reports it at once.
    func cannotHeal(_ verdict: Verdict) -> Bool {
        kind == .health && id.hasPrefix(Self.ownPrefix)
            && verdict.evidence.failure?.kind == .refused
    }
}
