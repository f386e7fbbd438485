public import Foundation

/// All durable alert states, as one value.
public struct AlertLedger: Sendable, Hashable {
    /// The alerts by key; an alert that was never true need not be listed.
    public var alerts: [AlertKey: AlertState]
    /// The rules by identifier.
    public var rules: [String: RuleState]
    /// The accounts that names in rules were bound to, by folded name (D20).
    public var bindings: [String: [UUID]] = [:]

    /// The silences by identifier, those that ended lately too.
    public var silences: [String: Silence]
    /// The program's own troubles that last, by ``OwnTrouble/key``.
    public var troubles: [String: TroubleState]

    /// Makes a ledger; empty by default.
    public init(
        alerts: [AlertKey: AlertState] = [:], rules: [String: RuleState] = [:],
        silences: [String: Silence] = [:], troubles: [String: TroubleState] = [:]
    ) {
        self.alerts = alerts
        self.rules = rules
        self.silences = silences
        self.troubles = troubles
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
        for id in change.removedSilences { silences[id] = nil }
        for silence in change.silences { silences[silence.id] = silence }
        for key in change.removedTroubles { troubles[key] = nil }
        for trouble in change.troubles { troubles[trouble.trouble.key] = trouble }
        for (name, accounts) in change.bindings {
            bindings[name] = accounts.isEmpty ? nil : accounts
        }
    }
}
