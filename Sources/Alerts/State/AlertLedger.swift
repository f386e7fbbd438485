/// All durable alert states, as one value.
public struct AlertLedger: Sendable, Hashable {
    /// The alerts by key; an alert that was never true need not be listed.
    public var alerts: [AlertKey: AlertState]
    /// The rules by identifier.
    public var rules: [String: RuleState]

    /// Makes a ledger; empty by default.
    public init(alerts: [AlertKey: AlertState] = [:], rules: [String: RuleState] = [:]) {
        self.alerts = alerts
        self.rules = rules
    }

    /// The ledger after a change.
    public func applying(_ change: AlertLedgerChange) -> AlertLedger {
        var next = self
        next.apply(change)
        return next
    }

    /// Takes over a change in place: removals first, then new states.
    public mutating func apply(_ change: AlertLedgerChange) {
        for key in change.removedAlerts { alerts[key] = nil }
        for alert in change.alerts { alerts[alert.key] = alert }
        for rule in change.rules { rules[rule.ruleID] = rule }
    }
}
