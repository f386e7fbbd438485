import Foundation
import Rules

extension AlertEngine {
    /// The notices that are still held, as they would be told when they fall due (D53).
    ///
    /// Their timestamp is the due time and `pending` is true; what one rule would tell together
    /// is one notice.
    public func pending(in ledger: AlertLedger) -> [Notice] {
        let digests = DigestComposer(rules: rules, policy: policy)
        let notices = rules.rules.flatMap { rule -> [Notice] in
            guard let state = ledger.rules[rule.id], state.body == rule.bodyKey else { return [] }
            let instants = Set(state.held.map(\.dueAt)).sorted()
            return instants.map { due in
                let parts = state.held.filter { $0.dueAt == due }
                    .map { Message($0, at: due).notice }
                return parts.count == 1 ? parts[0] : digests.digest(of: parts, at: due)
            }
        }
        return notices.map { notice in
            var notice = notice
            notice.data.pending = true
            return notice
        }
    }
}
