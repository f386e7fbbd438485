import Finance
import Foundation
public import Rules

extension AlertReducer {
    /// Announces the events of one evaluation: each by itself, or more than five as one (RL-20).
    mutating func announceEvents(_ turn: inout RuleEvaluation) {
        var seen: Set<AlertKey> = []
        var messages: [Message] = []
        for verdict in turn.events {
            let key = turn.key(verdict)
            guard !grows(verdict, &messages, &turn), isNews(verdict, turn),
                seen.insert(key).inserted
            else { continue }
            messages.append(announce(verdict, turn))
        }
        guard !messages.isEmpty else { return }
        guard messages.count > DigestComposer.everyEvent else {
            turn.messages += messages
            return
        }
        turn.messages += apartBySilence(messages).map(asOne)
    }

    /// Several messages as a digest, a single one as it is.
    private func asOne(_ messages: [Message]) -> Message {
        guard messages.count > 1 else { return messages[0] }
        let digest = digests.digest(of: messages.map(\.notification), at: now)
        return Message(digest, messages[0].key, keys: messages.map(\.key))
    }

    private mutating func announce(_ verdict: Verdict, _ turn: RuleEvaluation) -> Message {
        var state = AlertState(
            ruleID: turn.rule.id, body: turn.rule.bodyKey, subject: verdict.subject, since: now)
        state.transition = 1
        state.life = .announced(nil)
        let notification = composer(of: turn.rule).fired(
            verdict, id: turn.notificationID("fired", state.key, 1), alreadySo: false, since: nil,
            at: now)
        if case .set = verdict.subject {
            // A set may grow where no row is ever corrected, too.
            state.life = .found(
                AlertLife.FoundSet(
                    notification: notification, rows: verdict.evidence.repeated.map(\.id)))
            keep(state)
        } else if engine.policy.remembersEvents {
            keep(state)
        }
        return Message(notification, state.key)
    }

    /// Reports that a sent amount has changed, or corrects a notification that is still held (RL-14, D33).
    mutating func correct(_ verdict: Verdict, from previous: Money, _ turn: inout RuleEvaluation) {
        let key = turn.key(verdict)
        guard var state = alert(key), let value = verdict.evidence.value, value != previous else {
            return
        }
        let composer = composer(of: turn.rule)
        let isHeld = updateSilenced(key) { held in
            composer.fired(
                verdict, id: held.notification.id, alreadySo: false,
                since: held.notification.data.since, at: held.notification.timestamp)
        }
        guard state.isNotified || isHeld else {
            fix(verdict, key, from: previous, to: value, &turn)
            return
        }
        guard state.isNotified else { return }
        state.transition += 1
        keep(state)
        let notification = composer.corrected(
            verdict, from: previous, id: turn.notificationID("corrected", key, state.transition),
            at: now)
        turn.messages.append(
            Message(
                notification, key,
                channels: engine.channels(notified: state.notifiedOn, turn.rule.notify)))
    }

    private func fix(
        _ verdict: Verdict, _ key: AlertKey, from previous: Money, to value: Money,
        _ turn: inout RuleEvaluation
    ) {
        if let index = turn.heldFiring(of: key) {
            let (held, due) = (turn.state.held[index].notification, turn.state.held[index].dueAt)
            turn.state.held[index].notification = composer(of: turn.rule, readAt: due).fired(
                verdict, id: held.id, alreadySo: false, since: held.data.since, at: held.timestamp)
            return
        }
        let composer = composer(of: turn.rule)
        guard let transaction = composer.transaction(of: verdict),
            let index = turn.state.held.lastIndex(where: {
                $0.notification.data.isAboutTransactions
            })
        else { return }
        let line = NotificationItem(
            rule: composer.notificationRule, account: composer.account(of: verdict), value: value,
            transaction: transaction, title: composer.headline(verdict, at: now), since: nil)
        let held = turn.state.held[index].notification
        turn.state.held[index].notification = digests.fixed(held, with: line, from: previous)
    }

    /// - Parameter due: when a person reads what is composed; by default when quiet hours end, or now.
    func composer(of rule: Rule, readAt due: Date? = nil) -> NotificationComposer {
        let opening =
            engine.passesQuietHours(rule) ? now : engine.hours(of: rule).nextOpening(from: now)
        let read = due ?? (opening > now ? opening : nil)
        return NotificationComposer(
            rule: rule, policy: engine.policy, facts: facts, bindings: ledger.bindings,
            readOn: read.map { CalendarDay(of: $0, in: engine.policy.zone) })
    }

    var digests: DigestComposer { DigestComposer(rules: engine.rules, policy: engine.policy) }
}

extension AlertReducer {
    /// Lets a set that is already known grow, in silence (D27).
    ///
    /// A found set is a known one grown larger if they share a transaction. Where it is still held
    /// back, it is sent as large as it is by then.
    ///
    /// - Returns: whether the verdict is about a known set.
    mutating func grows(
        _ verdict: Verdict, _ messages: inout [Message], _ turn: inout RuleEvaluation
    ) -> Bool {
        guard case .set = verdict.subject, var state = knownSet(verdict, turn),
            case .found(var set) = state.life
        else { return false }
        let rows = verdict.evidence.repeated.map(\.id)
        let known = Set(set.rows)
        let joined = rows.filter { !known.contains($0) }
        guard !joined.isEmpty else { return true }
        set.rows = (set.rows + joined).suffix(NotificationComposer.mostRepeated)
        if let notification = set.notification {
            let composer = composer(of: turn.rule)
            let larger = composer.grown(notification, by: verdict)
            set.notification = larger
            if let index = messages.firstIndex(where: { $0.notification.id == larger.id }) {
                messages[index].notification = larger
            } else if let index = turn.heldFiring(of: state.key) {
                turn.state.held[index].notification = larger
            }
        }
        state.life = .found(set)
        keep(state)
        return true
    }

    private func knownSet(_ verdict: Verdict, _ turn: RuleEvaluation) -> AlertState? {
        alerts(onSetsWith: verdict.evidence.repeated.map(\.id))
            .filter { $0.ruleID == turn.rule.id && $0.body == turn.rule.bodyKey }
            .min { $0.key.text < $1.key.text }
    }
}

extension Subject {
    /// Whether it is something that happened, remembered only for what may follow.
    var isEvent: Bool {
        switch self {
        case .transaction, .set: true
        default: false
        }
    }
}

extension AlertReducer {
    /// Remembers an event whose `while` can't be known yet, so that a restart does not lose it.
    mutating func wait(_ key: AlertKey, _ turn: RuleEvaluation) {
        guard turn.rule.kind == .event, case .transaction = key.subject, alert(key) == nil,
            engine.policy.remembersEvents
        else { return }
        var state = AlertState(key, since: now)
        state.life = .pending(AlertLife.Pending())
        keep(state)
    }

    /// Forgets an event that waited: its condition was not so, or its transaction is gone.
    mutating func stopWaiting(_ key: AlertKey) {
        guard alert(key)?.phase == .pending else { return }
        removeAlerts([key])
    }

    /// Whether an event was neither announced nor was true before the rule was first looked at.
    func isNews(_ verdict: Verdict, _ turn: RuleEvaluation) -> Bool {
        if let since = verdict.evidence.since, since < turn.state.baselineAt { return false }
        return alert(turn.key(verdict)).map { $0.phase == .pending } ?? true
    }
}

extension AlertLedger {
    /// The events whose `while` could not be known yet, in the order of their keys.
    public func waitingEvents(of rules: RuleSet) -> [AlertState] {
        alerts.values.filter { state in
            guard state.phase == .pending, case .transaction = state.subject else { return false }
            return rules.rule(state.ruleID)?.bodyKey == state.body
        }.inOrder()
    }
}
