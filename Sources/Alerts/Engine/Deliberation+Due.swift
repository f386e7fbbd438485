import Finance
import Foundation
import Rules

extension Deliberation {
    /// Plays what fell due for one alert: the end of a health alert's `for`, or a reminder.
    mutating func playDue(_ key: AlertKey, _ turn: inout RuleTurn) {
        guard var state = alert(key), key.body == turn.rule.bodyKey else { return }
        switch state.phase {
        case .inactive: return
        case .firing: remind(&state, &turn)
        case .pending:
            guard let instant = engine.served(state, turn.rule), instant <= now,
                turn.verdicts[key] == nil, let notice = state.notice
            else { return }
            var data = notice.data
            data.since = data.since ?? notice.timestamp
            state.heldMilliseconds = engine.requiredMilliseconds(state, turn.rule)
            state.lastTrueSample = instant
            let told = Notice(type: notice.type, id: notice.id, timestamp: now, data: data)
            fire(&state, told, &turn)
        }
    }

    /// Reminds of a firing alert, once however late; not while its figures are unknown (RL-32).
    private mutating func remind(_ state: inout AlertState, _ turn: inout RuleTurn) {
        guard let due = engine.reminder(state, turn.rule), due <= now,
            engine.passesQuietHours(turn.rule) || engine.hours(of: turn.rule).isOpen(at: now),
            let fire = state.notice, isKnown(state, turn)
        else { return }
        state.reminders += 1
        state.lastTold = now
        state.snoozedUntil = nil
        let id = turn.noticeID("reminder", state.key, state.transition, state.reminders)
        let verdict = turn.verdicts[state.key]
        let notice = engine.composer(of: turn.rule, facts: facts)
            .reminder(of: fire, verdict, id: id, at: now)
        state.toldOn = state.toldOn.union(turn.rule.notify)
        keep(state)
        turn.messages.append(Message(notice, state.key))
    }

    private func isKnown(_ state: AlertState, _ turn: RuleTurn) -> Bool {
        if let verdict = turn.verdicts[state.key] {
            if case .unknown = verdict.finding { return false }
            return true
        }
        guard turn.rule.kind != .health, let text = state.notice?.data.account?.id,
            let id = UUID(uuidString: text), let account = facts.accounts[id]
        else { return true }
        // While the bank does not answer, rules on it wait, fresh as the figures may still be.
        let source = facts.sources[account.account.institutionName]
        return source?.failingSince == nil
            && now.timeIntervalSince(account.freshAt) <= engine.policy.freshSeconds
    }
}

extension [String] {
    /// These names and the others that are not among them, in order, each once.
    func union(_ others: [String]) -> [String] {
        var seen: Set<String> = []
        return (self + others).filter { seen.insert($0).inserted }
    }
}
