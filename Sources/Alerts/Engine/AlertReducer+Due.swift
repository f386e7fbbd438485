import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Plays what fell due for one alert: the end of a health alert's `for`, or a reminder.
    mutating func fireDue(_ key: AlertKey, _ evaluation: inout RuleEvaluation) {
        guard var state = alert(key), key.body == evaluation.rule.bodyKey else { return }
        switch state.life {
        case .idle, .spent, .announced, .found: return
        case .firing(let firing): remind(&state, firing, &evaluation)
        case .pending(let pending):
            guard let instant = engine.served(state, evaluation.rule), instant <= now,
                evaluation.verdicts[key] == nil, let notification = pending.notification
            else { return }
            fire(&state, notification.sent(at: now), &evaluation)
        }
    }

    /// Reminds of a firing alert, once however late; not while its figures are unknown (RL-32).
    private mutating func remind(
        _ state: inout AlertState, _ old: AlertLife.Firing, _ evaluation: inout RuleEvaluation
    ) {
        var firing = old
        guard let due = engine.reminder(state, evaluation.rule), due <= now,
            engine.hours(of: evaluation.rule).isOpen(at: now),
            now < engine.periodEnd(of: state, evaluation.rule), isKnown(state, evaluation),
            !isSuperseded(state.key)
        else { return }
        firing.reminders += 1
        if case .snoozed? = firing.tending { firing.tending = nil }
        let id = evaluation.notificationID(
            "reminder", state.key, state.transition, firing.reminders)
        let verdict = evaluation.verdicts[state.key]
        let notification = composer(of: evaluation.rule)
            .reminder(of: firing.notification, verdict, id: id, at: now)
        firing.notified = AlertLife.Notified(
            at: now, channels: state.notifiedOn.union(evaluation.rule.notify))
        state.life = .firing(firing)
        keep(state)
        evaluation.messages.append(Message(notification, state.key))
    }

    private func isKnown(_ state: AlertState, _ evaluation: RuleEvaluation) -> Bool {
        if let verdict = evaluation.verdicts[state.key] {
            if case .unknown = verdict.finding { return false }
            return true
        }
        guard evaluation.rule.kind != .health else { return true }
        // One figure of an account may be new while the other is no longer given (D78).
        var account: UUID?
        if case .account(let id) = state.subject { account = id }
        guard
            Evaluator.hasFigures(
                of: evaluation.rule, on: account, in: facts, naming: engine.policy.naming,
                bindings: ledger.bindings)
        else { return false }
        let readsRows = evaluation.rule.readsRows
        return figureAccounts(state.subject, evaluation.rule).allSatisfy { account in
            let readAt = min(account.freshAt, account.readAt(rows: readsRows))
            return engine.policy.isFresh(account, readAt: readAt, in: facts, at: now)
        }
    }

    /// The accounts whose figures an alert rests on; none for what needs nothing from a bank.
    private func figureAccounts(_ subject: Subject, _ rule: Rule) -> [AccountFacts] {
        switch subject {
        case .account(let id), .window(account: let id?, _, _), .deadline(account: let id?, _):
            return [facts.accounts[id]].compactMap(\.self)
        case .window(account: nil, let currency, _):
            return accounts(readBy: rule).filter { $0.account.currency == currency }
        case .rule, .deadline(account: nil, _): return accounts(readBy: rule)
        case .transaction where rule.kind == .absence: return accounts(readBy: rule)
        case .transaction, .set, .source, .channel, .occasion: return []
        }
    }

    private func accounts(readBy rule: Rule) -> [AccountFacts] {
        Evaluator.accounts(
            readBy: rule, in: facts, naming: engine.policy.naming, bindings: ledger.bindings
        ).compactMap { facts.accounts[$0.id] }
    }

    /// When the figures of an alert were last read, the oldest of them; now for what needs nothing
    /// from a bank.
    func figuresReadAt(_ subject: Subject, _ rule: Rule) -> Date {
        guard rule.kind != .health else { return now }
        let readsRows = rule.readsRows
        return figureAccounts(subject, rule).map { $0.readAt(rows: readsRows) }.min() ?? now
    }

    /// How much of a gap between two readings of a subject counts, in milliseconds.
    func longestGap(_ subject: Subject, _ rule: Rule) -> Int {
        let accounts = rule.kind == .health ? [] : figureAccounts(subject, rule)
        return engine.policy.longestGapMilliseconds(
            of: accounts.lazy.map(\.account.institutionName))
    }
}

extension AccountFacts {
    /// When the rows of the account, or else its figures, were last read.
    fileprivate func readAt(rows isOfRows: Bool) -> Date {
        isOfRows ? completeAt ?? .distantPast : freshAt
    }
}

extension [String] {
    /// These names and the others that are not among them, in order, each once.
    func union(_ others: [String]) -> [String] {
        var seen: Set<String> = []
        return (self + others).filter { seen.insert($0).inserted }
    }
}
