import Finance
import Foundation
public import Rules

extension AlertReducer {
    /// Reports the events of one evaluation: each by itself, or more than five as one digest
    /// (RL-20).
    mutating func announceEvents(_ evaluation: inout RuleEvaluation) {
        var seen: Set<AlertKey> = []
        var messages: [Message] = []
        for verdict in evaluation.events {
            let key = evaluation.key(verdict)
            guard !grows(verdict, &messages, &evaluation), isNews(verdict, evaluation),
                seen.insert(key).inserted
            else { continue }
            messages.append(announce(verdict, evaluation))
        }
        guard !messages.isEmpty else { return }
        guard messages.count > DigestComposer.everyEvent else {
            evaluation.messages += messages
            return
        }
        evaluation.messages += apartBySilence(messages).map(asOne)
    }

    /// Returns several messages as a digest, a single one unchanged.
    private func asOne(_ messages: [Message]) -> Message {
        guard messages.count > 1 else { return messages[0] }
        let digest = digests.digest(of: messages.map(\.notification), at: now)
        return Message(digest, messages[0].key, keys: messages.map(\.key))
    }

    private mutating func announce(_ verdict: Verdict, _ evaluation: RuleEvaluation) -> Message {
        var state = AlertState(
            ruleID: evaluation.rule.id, body: evaluation.rule.bodyKey, subject: verdict.subject,
            since: now)
        state.transition = 1
        state.life = .announced(nil)
        let notification = composer(of: evaluation.rule).fired(
            verdict, id: evaluation.notificationID("fired", state.key, 1), alreadySo: false,
            since: nil,
            at: now)
        if case .set = verdict.subject {
            // A set may grow even where no row is ever corrected.
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
    mutating func correct(
        _ verdict: Verdict, from previous: Money, _ evaluation: inout RuleEvaluation
    ) {
        let key = evaluation.key(verdict)
        guard var state = alert(key), let value = verdict.evidence.value, value != previous else {
            return
        }
        fixHeld(verdict, state, from: previous, to: value, &evaluation)
        guard state.isNotified else { return }
        state.transition += 1
        keep(state)
        let notification = composer(of: evaluation.rule).corrected(
            verdict, from: previous,
            id: evaluation.notificationID("corrected", key, state.transition),
            at: now)
        evaluation.messages.append(
            Message(
                notification, key,
                channels: engine.channels(notified: state.notifiedOn, evaluation.rule.notify)))
    }

    /// Updates the notification of an event as far as it is still held back.
    private mutating func fixHeld(
        _ verdict: Verdict, _ state: AlertState, from previous: Money, to value: Money,
        _ evaluation: inout RuleEvaluation
    ) {
        let composer = composer(of: evaluation.rule)
        let isSilenced = updateSilenced(state.key) {
            composer.composed(verdict, like: $0.notification)
        }
        guard !isSilenced, !state.isNotified else { return }
        fix(verdict, state.key, from: previous, to: value, &evaluation)
    }

    private func fix(
        _ verdict: Verdict, _ key: AlertKey, from previous: Money, to value: Money,
        _ evaluation: inout RuleEvaluation
    ) {
        if let index = evaluation.heldFiring(of: key) {
            let held = evaluation.state.held[index]
            let composer = composer(of: evaluation.rule, readAt: held.dueAt)
            evaluation.state.held[index].notification = composer.composed(
                verdict, like: held.notification)
            return
        }
        let composer = composer(of: evaluation.rule)
        guard let transaction = composer.transaction(of: verdict) else { return }
        let line = composer.item(
            composer.headline(verdict, at: now), account: composer.account(of: verdict),
            value: .money(value), transaction: transaction)
        guard let index = evaluation.heldDigest(covering: line) else { return }
        let held = evaluation.state.held[index].notification
        evaluation.state.held[index].notification = digests.fixed(held, with: line, from: previous)
    }

    /// - Parameter due: when a person reads what is composed; by default when quiet hours end, or now.
    func composer(of rule: Rule, readAt due: Date? = nil) -> NotificationComposer {
        let opening = engine.hours(of: rule).nextOpening(from: now)
        let read = due ?? (opening > now ? opening : nil)
        return NotificationComposer(
            rule: rule, policy: engine.policy, facts: facts, bindings: ledger.bindings,
            readOn: read.map { CalendarDay(of: $0, in: engine.policy.zone) })
    }

    var digests: DigestComposer { DigestComposer(rules: engine.rules, policy: engine.policy) }
}

extension AlertReducer {
    /// Adds transactions to a set that is already known, silently (D27).
    ///
    /// A found set is a known one that has grown if they share a transaction. One that is still
    /// held back is sent with all its transactions.
    ///
    /// - Returns: whether the verdict is about a known set.
    mutating func grows(
        _ verdict: Verdict, _ messages: inout [Message], _ evaluation: inout RuleEvaluation
    ) -> Bool {
        guard case .set = verdict.subject, var state = knownSet(verdict, evaluation),
            case .found(var set) = state.life
        else { return false }
        let rows = verdict.evidence.repeated.map(\.id)
        let known = Set(set.rows)
        let joined = rows.filter { !known.contains($0) }
        guard !joined.isEmpty else { return true }
        set.rows = (set.rows + joined).suffix(NotificationComposer.mostRepeated)
        if let notification = set.notification {
            let composer = composer(of: evaluation.rule)
            let larger = composer.grown(notification, by: verdict)
            set.notification = larger
            if let index = messages.firstIndex(where: { $0.notification.id == larger.id }) {
                messages[index].notification = larger
            } else if let index = evaluation.heldFiring(of: state.key) {
                evaluation.state.held[index].notification = larger
            }
        }
        state.life = .found(set)
        keep(state)
        return true
    }

    private func knownSet(_ verdict: Verdict, _ evaluation: RuleEvaluation) -> AlertState? {
        alerts(onSetsWith: verdict.evidence.repeated.map(\.id))
            .filter { $0.ruleID == evaluation.rule.id && $0.body == evaluation.rule.bodyKey }
            .min { $0.key.text < $1.key.text }
    }
}

extension Subject {
    /// Whether it is an event, kept only for messages that may follow.
    var isEvent: Bool {
        switch self {
        case .transaction, .set: true
        default: false
        }
    }
}

extension AlertReducer {
    /// Stores an event whose `while` can't be decided yet, so that a restart does not lose it.
    mutating func wait(_ key: AlertKey, _ evaluation: RuleEvaluation) {
        guard evaluation.rule.kind == .event, case .transaction = key.subject, alert(key) == nil,
            engine.policy.remembersEvents
        else { return }
        var state = AlertState(key, since: now)
        state.life = .pending(AlertLife.Pending())
        keep(state)
    }

    /// Ends an event: one that waits for its `while` is removed, and one that is held back says
    /// that it is over (RL-33).
    mutating func stop(_ verdict: Verdict, _ key: AlertKey, _ evaluation: inout RuleEvaluation) {
        guard let state = alert(key) else { return }
        guard state.phase != .pending else { return removeAlerts([key]) }
        guard let value = verdict.evidence.value, let previous = verdict.evidence.previous else {
            return
        }
        fixHeld(verdict, state, from: previous, to: value, &evaluation)
    }

    /// Whether an event was neither announced nor was true before the rule was first looked at.
    func isNews(_ verdict: Verdict, _ evaluation: RuleEvaluation) -> Bool {
        if let since = verdict.evidence.since, since < evaluation.state.baselineAt { return false }
        return alert(evaluation.key(verdict)).map { $0.phase == .pending } ?? true
    }
}

extension AlertLedger {
    /// The events whose `while` could not be decided yet, in the order of their keys.
    public func waitingEvents(of rules: RuleSet) -> [AlertState] {
        alerts.values.filter { state in
            guard state.phase == .pending, case .transaction = state.subject else { return false }
            return rules.rule(state.ruleID)?.bodyKey == state.body
        }.inOrder()
    }
}
