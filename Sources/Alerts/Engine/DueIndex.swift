import Foundation
import Rules

/// The rules and alerts that may fall due without a new fact, so that nobody walks all of them.
struct DueIndex: Sendable {
    /// The rules that hold notices back.
    private(set) var rules: Set<String> = []
    /// The alerts with a reminder or a health alert's `for` ahead.
    private(set) var alerts: Set<AlertKey> = []

    /// An index of nothing.
    init() {}

    /// Indexes a whole ledger.
    init(_ ledger: AlertLedger, engine: AlertEngine) {
        for state in ledger.rules.values { note(state) }
        guard
            engine.rules.rules.contains(where: \.isTimed)
                || ledger.alerts.values.contains(where: { $0.snoozedUntil != nil })
        else { return }
        for state in ledger.alerts.values { note(state, engine) }
    }

    /// Follows a change of the ledger.
    mutating func apply(_ change: AlertLedgerChange, engine: AlertEngine) {
        alerts.subtract(change.removedAlerts)
        for state in change.rules { note(state) }
        for state in change.alerts { note(state, engine) }
    }

    private mutating func note(_ state: RuleState) {
        if state.held.isEmpty { rules.remove(state.ruleID) } else { rules.insert(state.ruleID) }
    }

    private mutating func note(_ state: AlertState, _ engine: AlertEngine) {
        let rule = engine.rules.rule(state.ruleID)
        let isTimed =
            switch state.phase {
            case .firing: rule?.clauses.remindEvery != nil || state.snoozedUntil != nil
            case .pending: rule?.kind == .health
            case .inactive: false
            }
        if isTimed { alerts.insert(state.key) } else { alerts.remove(state.key) }
    }
}

extension Rule {
    /// Whether its alerts can fall due without a new fact.
    fileprivate var isTimed: Bool {
        clauses.remindEvery != nil || (kind == .health && clauses.hold != nil)
    }
}
