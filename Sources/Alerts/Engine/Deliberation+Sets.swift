import Finance
import Foundation
import Rules

extension Deliberation {
    /// Lets a set that is already known grow, in silence (D27).
    ///
    /// A found set is a known one grown larger if they share a transaction. Where it is still held
    /// back, it is told as large as it is by then.
    ///
    /// - Returns: whether the verdict is about a known set.
    mutating func grows(
        _ verdict: Verdict, _ messages: inout [Message], _ turn: inout RuleTurn
    ) -> Bool {
        guard case .set = verdict.subject, var state = knownSet(verdict, turn),
            case .found(var set) = state.life
        else { return false }
        let rows = verdict.evidence.repeated.map(\.id)
        let known = Set(set.rows)
        let joined = rows.filter { !known.contains($0) }
        guard !joined.isEmpty else { return true }
        set.rows = (set.rows + joined).suffix(NoticeComposer.mostRepeated)
        if let notice = set.notice {
            let composer = composer(of: turn.rule)
            let larger = composer.grown(notice, by: verdict)
            set.notice = larger
            if let index = messages.firstIndex(where: { $0.notice.id == larger.id }) {
                messages[index].notice = larger
            } else if let index = turn.heldFiring(of: state.key) {
                turn.state.held[index].notice = larger
            }
        }
        state.life = .found(set)
        keep(state)
        return true
    }

    private func knownSet(_ verdict: Verdict, _ turn: RuleTurn) -> AlertState? {
        let rows = Set(verdict.evidence.repeated.map(\.id))
        return alerts(ofRule: turn.rule.id) { state in
            guard case .found(let set) = state.life else { return false }
            return state.body == turn.rule.bodyKey && !rows.isDisjoint(with: set.rows)
        }.first
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
