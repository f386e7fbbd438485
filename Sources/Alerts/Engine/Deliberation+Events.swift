import Finance
import Foundation
import Rules

extension Deliberation {
    /// Announces the events of one evaluation: each by itself, or more than five as one (RL-20).
    mutating func announceEvents(_ turn: inout RuleTurn) {
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
        let digest = digests.digest(of: messages.map(\.notice), at: now)
        return Message(digest, messages[0].key, keys: messages.map(\.key))
    }

    private mutating func announce(_ verdict: Verdict, _ turn: RuleTurn) -> Message {
        var state = AlertState(
            ruleID: turn.rule.id, body: turn.rule.bodyKey, subject: verdict.subject, since: now)
        state.transition = 1
        state.life = .announced(nil)
        let notice = composer(of: turn.rule).fired(
            verdict, id: turn.noticeID("fired", state.key, 1), alreadySo: false, since: nil,
            at: now)
        if case .set = verdict.subject {
            // A set may grow where no row is ever corrected, too.
            state.life = .found(
                AlertLife.FoundSet(notice: notice, rows: verdict.evidence.repeated.map(\.id)))
            keep(state)
        } else if engine.policy.remembersEvents {
            keep(state)
        }
        return Message(notice, state.key)
    }

    /// Tells that a told amount has changed, or mends a notice that is still held (RL-14, D33).
    mutating func correct(_ verdict: Verdict, from previous: Money, _ turn: inout RuleTurn) {
        let key = turn.key(verdict)
        guard var state = alert(key), let value = verdict.evidence.value, value != previous else {
            return
        }
        let composer = composer(of: turn.rule)
        let isHeld = mendSilenced(key) { held in
            composer.fired(
                verdict, id: held.notice.id, alreadySo: false, since: held.notice.data.since,
                at: held.notice.timestamp)
        }
        guard state.isTold || isHeld else {
            mend(verdict, key, from: previous, to: value, &turn)
            return
        }
        guard state.isTold else { return }
        state.transition += 1
        keep(state)
        let notice = composer.corrected(
            verdict, from: previous, id: turn.noticeID("corrected", key, state.transition),
            at: now)
        turn.messages.append(
            Message(notice, key, channels: engine.channels(told: state.toldOn, turn.rule.notify)))
    }

    private func mend(
        _ verdict: Verdict, _ key: AlertKey, from previous: Money, to value: Money,
        _ turn: inout RuleTurn
    ) {
        if let index = turn.heldFiring(of: key) {
            let held = turn.state.held[index].notice
            turn.state.held[index].notice = composer(of: turn.rule).fired(
                verdict, id: held.id, alreadySo: false, since: held.data.since,
                at: held.timestamp)
            return
        }
        let composer = composer(of: turn.rule)
        guard let transaction = composer.transaction(of: verdict),
            let index = turn.state.held.lastIndex(where: { $0.notice.data.isAboutTransactions })
        else { return }
        let line = NoticeItem(
            rule: composer.noticeRule, account: composer.account(of: verdict), value: value,
            transaction: transaction, title: composer.headline(verdict), since: nil)
        let held = turn.state.held[index].notice
        turn.state.held[index].notice = digests.mended(held, with: line, from: previous)
    }

    /// The composer of a rule's notices.
    func composer(of rule: Rule) -> NoticeComposer {
        NoticeComposer(
            rule: rule, policy: engine.policy, facts: facts, bindings: ledger.bindings)
    }

    /// The composer of digests.
    var digests: DigestComposer {
        DigestComposer(rules: engine.rules, policy: engine.policy)
    }
}
