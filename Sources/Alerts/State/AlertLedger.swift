public import Foundation
public import Rules

/// All durable alert states, as one value.
public struct AlertLedger: Sendable, Hashable {
    /// The alerts by key; an alert that was never true need not be listed.
    public var alerts: [AlertKey: AlertState]
    public var rules: [String: RuleState]
    /// The accounts that names in rules were bound to, by folded name (D20).
    public var bindings: [String: [UUID]] = [:]

    /// The silences by identifier, those that ended lately too.
    public var silences: [String: Silence]
    /// The program's own problems that last, by ``SelfAlert/key``.
    public var troubles: [String: SelfAlertState]

    public init(
        alerts: [AlertKey: AlertState] = [:], rules: [String: RuleState] = [:],
        silences: [String: Silence] = [:], troubles: [String: SelfAlertState] = [:]
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

/// What one cycle changed in the alert states; only this is written.
public struct AlertLedgerChange: Sendable, Hashable {
    public var alerts: [AlertState]
    /// Alerts that ended for good: an old period, an edited body.
    public var removedAlerts: [AlertKey]
    public var rules: [RuleState]
    /// Names in rules that were bound to accounts (D20); to none if no rule uses a name any more.
    public var bindings: [String: [UUID]] = [:]

    public var silences: [Silence]
    /// Silences that ended long ago.
    public var removedSilences: [String]
    /// New and changed problems of the program itself.
    public var troubles: [SelfAlertState]
    /// Troubles that are over, by ``SelfAlert/key``.
    public var removedTroubles: [String]

    public init(
        alerts: [AlertState] = [], removedAlerts: [AlertKey] = [], rules: [RuleState] = [],
        silences: [Silence] = [], removedSilences: [String] = [], troubles: [SelfAlertState] = [],
        removedTroubles: [String] = []
    ) {
        self.silences = silences
        self.removedSilences = removedSilences
        self.troubles = troubles
        self.removedTroubles = removedTroubles
        self.alerts = alerts
        self.removedAlerts = removedAlerts
        self.rules = rules
    }

    public var isEmpty: Bool {
        alerts.isEmpty && removedAlerts.isEmpty && rules.isEmpty && silences.isEmpty
            && removedSilences.isEmpty && troubles.isEmpty && removedTroubles.isEmpty
            && bindings.isEmpty
    }

    /// Adds a change that was made on top of this one; the newer state of anything wins.
    mutating func append(_ next: AlertLedgerChange) {
        let newer = Set(next.alerts.map(\.key)).union(next.removedAlerts)
        alerts = alerts.filter { !newer.contains($0.key) } + next.alerts
        removedAlerts = removedAlerts.filter { !newer.contains($0) } + next.removedAlerts
        let rulesNow = Set(next.rules.map(\.ruleID))
        rules = rules.filter { !rulesNow.contains($0.ruleID) } + next.rules
        bindings.merge(next.bindings) { $1 }
        let silencesNow = Set(next.silences.map(\.id)).union(next.removedSilences)
        silences = silences.filter { !silencesNow.contains($0.id) } + next.silences
        removedSilences =
            removedSilences.filter { !silencesNow.contains($0) } + next.removedSilences
        let troublesNow = Set(next.troubles.map(\.trouble.key)).union(next.removedTroubles)
        troubles = troubles.filter { !troublesNow.contains($0.trouble.key) } + next.troubles
        removedTroubles =
            removedTroubles.filter { !troublesNow.contains($0) } + next.removedTroubles
    }
}

extension AlertLedger {
    /// Starts the `for` of health alerts again after a start of the program (section 4, health).
    ///
    /// That a bank did not answer just before the program ended says nothing about the time in
    /// which nobody asked it; what comes first after a boot is often a network that is not there
    /// yet. Alerts that were sent go on.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - startedAt: when the program was started; what was sampled since keeps its clock.
    public mutating func startHealthClocks(of rules: RuleSet, at startedAt: Date) {
        for (key, state) in alerts {
            guard case .pending(var pending) = state.life,
                rules.rule(key.ruleID)?.kind == .health, let last = pending.readAt,
                last < startedAt
            else { continue }
            pending.heldMilliseconds = 0
            pending.readAt = nil
            alerts[key]?.life = .pending(pending)
        }
    }
}
