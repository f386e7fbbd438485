import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Applies one finding to its alert.
    mutating func judge(_ verdict: Verdict, _ turn: inout RuleEvaluation) {
        let key = turn.key(verdict)
        turn.verdicts[key] = verdict
        // It waits for its instant.
        guard turn.rule.kind != .summary else { return }
        switch verdict.finding {
        case .unknown: return wait(key, turn)
        case .occurred: turn.events.append(verdict)
        case .corrected(let previous): correct(verdict, from: previous, &turn)
        case .holds where turn.rule.kind == .absence, .clear where turn.rule.kind == .absence:
            judgeAbsence(verdict, key, &turn)
        case .holds: holds(verdict, key, &turn)
        case .clear where turn.rule.kind == .event: stopWaiting(key)
        case .clear(let isRecovered): clear(verdict, key, isRecovered: isRecovered, &turn)
        }
    }

    /// Goes on with an alert whose body is true now.
    mutating func holds(_ verdict: Verdict, _ key: AlertKey, _ turn: inout RuleEvaluation) {
        guard !isInhibited(verdict, key, turn.rule) else { return }
        var state = alert(key) ?? firstState(of: key, turn.rule, isTrue: true)
        if state.life == .idle { state.since = now }
        let step = state.life.takeTrue(
            readAt: figuresReadAt(key.subject, turn.rule),
            longestGap: longestGap(key.subject, turn.rule), at: now)
        switch step {
        case .waits: advance(&state, verdict, &turn)
        case .goesOn:
            if state != alert(key) { keep(state) }
            refresh(state, verdict, &turn)
        case .stays, .lapses, .ends: break
        }
    }

    /// Fires a pending alert that has served its `for`, else keeps it pending.
    private mutating func advance(
        _ state: inout AlertState, _ verdict: Verdict, _ turn: inout RuleEvaluation
    ) {
        guard case .pending(var pending) = state.life else { return }
        let knowsStart = [.health, .absence].contains(turn.rule.kind)
        let began = knowsStart ? verdict.evidence.since : nil
        let composer = composer(of: turn.rule)
        let candidate = composer.fired(
            verdict, id: turn.notificationID("fired", state.key, state.transition + 1),
            alreadySo: state.alreadySo, since: began ?? state.since, at: now)
        guard
            pending.heldMilliseconds >= engine.requiredMilliseconds(state, turn.rule)
                || turn.rule.cannotHeal(verdict)
        else {
            pending.notification = candidate
            state.life = .pending(pending)
            return keep(state)
        }
        fire(&state, candidate, &turn)
    }

    /// Makes a pending alert fire with the notification about it.
    mutating func fire(
        _ state: inout AlertState, _ notification: AlertNotification, _ turn: inout RuleEvaluation
    ) {
        state.life = .firing(AlertLife.Firing(notification: notification))
        state.since = now
        state.transition += 1
        keep(state)
        // As far as the person knows it never ended.
        turn.state.held.removeAll { $0.cause == .snooze && $0.alertKey == state.key }
        turn.messages.append(Message(notification, state.key))
    }

    /// Goes on with an alert whose body is false now.
    mutating func clear(
        _ verdict: Verdict, _ key: AlertKey, isRecovered: Bool, _ turn: inout RuleEvaluation
    ) {
        guard var state = alert(key) else {
            // Remembered, so that a later crossing is an edge and not a first look.
            if turn.rule.kind != .health { keep(firstState(of: key, turn.rule, isTrue: false)) }
            return
        }
        let before = state
        switch state.life.takeFalse(isRecovered: isRecovered, isOnce: state.isOnce) {
        case .stays, .waits: return
        case .goesOn: return refresh(before, verdict, &turn)
        case .ends(let firing): end(before, firing, verdict, &turn)
        case .lapses: break
        }
        state.since = now
        state.alreadySo = false
        keep(state)
    }

    /// Reports that a firing alert is over, or makes one line of it if it was never sent.
    private mutating func end(
        _ state: AlertState, _ firing: AlertLife.Firing, _ verdict: Verdict,
        _ turn: inout RuleEvaluation
    ) {
        let composer = composer(of: turn.rule)
        if let index = turn.heldFiring(of: state.key) {
            let held = turn.state.held[index]
            let id = turn.notificationID("line", state.key, state.transition)
            turn.state.held[index].notification =
                turn.rule.kind == .absence
                ? composer.late(verdict, after: held.notification, id: id, at: now)
                : composer.line(about: held.notification, id: id, at: now)
            return
        }
        let lineID = turn.notificationID("line", state.key, state.transition)
        updateSilenced(state.key) { [now, rule = turn.rule] held in
            rule.kind == .absence
                ? composer.late(verdict, after: held.notification, id: lineID, at: now)
                : composer.line(about: held.notification, id: lineID, at: now)
        }
        if let notified = firing.notified, turn.rule.notifiesEnd(of: state.subject) {
            let began = firing.notification.data.since ?? firing.notification.timestamp
            let id = turn.notificationID("resolved", state.key, state.transition)
            let notification = composer.resolved(verdict, id: id, began: began, at: now)
            let channels = engine.channels(notified: notified.channels, turn.rule.notify)
            notifyEnd(Message(notification, state.key, channels: channels), of: state, &turn)
        }
    }

    /// Sends an end, but not before a person who snoozed the alert wants to hear of it again.
    private func notifyEnd(_ message: Message, of state: AlertState, _ turn: inout RuleEvaluation) {
        guard let until = state.snoozedUntil, until > now else {
            turn.messages.append(message)
            return
        }
        turn.state.held.append(
            HeldNotification(
                notification: message.notification, alertKey: state.key, cause: .snooze,
                dueAt: until, channels: message.channels))
    }

    /// Shows the newest figures in what is known and still held of an alert that goes on (D78).
    private mutating func refresh(
        _ state: AlertState, _ verdict: Verdict, _ turn: inout RuleEvaluation
    ) {
        let composer = composer(of: turn.rule)
        updateSilenced(state.key, andReminders: true) { composer.newest($0.notification, verdict) }
        if let index = turn.heldFiring(of: state.key) {
            let held = turn.state.held[index]
            turn.state.held[index].notification = self.composer(of: turn.rule, readAt: held.dueAt)
                .newest(held.notification, verdict)
        }
        var state = state
        state.updateFiring { $0.notification = composer.newest($0.notification, verdict) }
        keep(state)
    }

    /// The state of an alert that is looked at for the first time.
    ///
    /// The first period of a sum is a first look, another one is not.
    private mutating func firstState(of key: AlertKey, _ rule: Rule, isTrue: Bool) -> AlertState {
        var state = AlertState(key, since: now)
        let others = otherPeriods(of: key)
        // Bare transactions have no baseline: nothing was so before the first (D62).
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
    /// Whether the end of a sent alert is worth sending; sums over moving days and changes end
    /// silently (D13, section 4).
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
    /// Whether old data is no news because its bank is known not to answer (RL-32): a person gets
    /// one notification about a bank, not one for each rule on its state.
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
    /// Whether waiting makes no sense: a refused sign-in does not heal by itself, so the program's
    /// own rule on the bank sends it at once.
    func cannotHeal(_ verdict: Verdict) -> Bool {
        kind == .health && id.hasPrefix(Self.ownPrefix)
            && verdict.evidence.failure?.kind == .refused
    }
}
