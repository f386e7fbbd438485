import Rules

/// The rules and alerts that may fall due without a new fact, so that nobody walks all of them.
///
/// Told events are remembered for months; what a poll costs must not follow their number.
public struct DueIndex: Sendable {
    /// The rules that hold notices back.
    private(set) var rules: Set<String> = []
    /// The alerts with a reminder, the end of a snooze or a health alert's `for` ahead.
    private(set) var alerts: Set<AlertKey> = []
    /// The alerts of which a person does not want to hear for a while.
    private var snoozed: Set<AlertKey> = []

    /// Indexes a whole ledger.
    public init(_ ledger: AlertLedger, engine: AlertEngine) {
        for state in ledger.rules.values { note(state) }
        guard
            engine.rules.rules.contains(where: \.isTimed)
                || ledger.alerts.values.contains(where: { $0.snoozedUntil != nil })
        else { return }
        for state in ledger.alerts.values { note(state, engine) }
    }

    /// Follows a change of the ledger.
    public mutating func apply(_ change: AlertLedgerChange, engine: AlertEngine) {
        alerts.subtract(change.removedAlerts)
        snoozed.subtract(change.removedAlerts)
        for state in change.rules { note(state) }
        for state in change.alerts { note(state, engine) }
    }

    /// Whether verdicts matter even if they say what they said at the last poll: a notice that is
    /// held back or snoozed shows the newest figures.
    public var needsEveryPoll: Bool { !(rules.isEmpty && snoozed.isEmpty) }

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
        if state.snoozedUntil == nil {
            snoozed.remove(state.key)
        } else {
            snoozed.insert(state.key)
        }
    }
}

extension Rule {
    /// Whether its alerts can fall due without a new fact.
    fileprivate var isTimed: Bool {
        clauses.remindEvery != nil || (kind == .health && clauses.hold != nil)
    }
}
