public import Foundation
public import Rules

/// All durable alert states, as one value.
public struct AlertLedger: Sendable, Hashable {
    /// The alerts by key; an alert that was never true need not be listed.
    public var alerts: AlertTable
    public var rules: [String: RuleState]
    /// The accounts that names in rules were bound to, by folded name (D20).
    public var bindings: [String: [UUID]] = [:]

    /// The silences by identifier, those that ended lately too.
    public var silences: [String: Silence]
    /// The program's own problems that last, by ``SelfAlert/key``.
    public var selfAlerts: [String: SelfAlertState]

    public init(
        alerts: AlertTable = AlertTable(), rules: [String: RuleState] = [:],
        silences: [String: Silence] = [:], selfAlerts: [String: SelfAlertState] = [:]
    ) {
        self.alerts = alerts
        self.rules = rules
        self.silences = silences
        self.selfAlerts = selfAlerts
    }

    /// Takes over a change in place: removals first, then new states.
    public mutating func apply(_ change: AlertLedgerChange) {
        for key in change.removedAlerts { alerts[key] = nil }
        for alert in change.alerts { alerts[alert.key] = alert }
        for rule in change.rules { rules[rule.ruleID] = rule }
        for id in change.removedSilences { silences[id] = nil }
        for silence in change.silences { silences[silence.id] = silence }
        for key in change.removedSelfAlerts { selfAlerts[key] = nil }
        for selfAlert in change.selfAlerts { selfAlerts[selfAlert.selfAlert.key] = selfAlert }
        for (name, accounts) in change.bindings {
            bindings[name] = accounts.isEmpty ? nil : accounts
        }
    }
}

/// Alerts by their keys.
///
/// A dictionary would hold each key a second time; events are remembered by the hundred thousand.
public struct AlertTable: Sendable, Hashable {
    private var entries: Set<Entry> = []

    public init() {}

    public var count: Int { entries.count }

    public var isEmpty: Bool { entries.isEmpty }

    /// The alerts, in no order.
    public var values: some Collection<AlertState> { entries.lazy.map(\.state) }

    /// The alert of a key; `nil` removes it.
    public subscript(key: AlertKey) -> AlertState? {
        get { entries.firstIndex(of: Entry(key)).map { entries[$0].state } }
        set {
            if let newValue {
                entries.update(with: Entry(state: newValue))
            } else {
                entries.remove(Entry(key))
            }
        }
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.values.allSatisfy { other[$0.key] == $0 }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(count) }

    /// An alert that is found by its key.
    private struct Entry: Sendable, Hashable {
        let state: AlertState

        init(state: AlertState) { self.state = state }

        init(_ key: AlertKey) { state = AlertState(key, since: .distantPast) }

        static func == (one: Self, other: Self) -> Bool {
            one.state.ruleID == other.state.ruleID && one.state.subject == other.state.subject
                && one.state.body == other.state.body
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(state.ruleID)
            hasher.combine(state.body)
            hasher.combine(state.subject)
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
    public var selfAlerts: [SelfAlertState]
    /// Self-alerts that are over, by ``SelfAlert/key``.
    public var removedSelfAlerts: [String]

    public init(
        alerts: [AlertState] = [], removedAlerts: [AlertKey] = [], rules: [RuleState] = [],
        silences: [Silence] = [], removedSilences: [String] = [], selfAlerts: [SelfAlertState] = [],
        removedSelfAlerts: [String] = []
    ) {
        self.silences = silences
        self.removedSilences = removedSilences
        self.selfAlerts = selfAlerts
        self.removedSelfAlerts = removedSelfAlerts
        self.alerts = alerts
        self.removedAlerts = removedAlerts
        self.rules = rules
    }

    public var isEmpty: Bool {
        alerts.isEmpty && removedAlerts.isEmpty && rules.isEmpty && silences.isEmpty
            && removedSilences.isEmpty && selfAlerts.isEmpty && removedSelfAlerts.isEmpty
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
        let selfAlertsNow = Set(next.selfAlerts.map(\.selfAlert.key)).union(next.removedSelfAlerts)
        selfAlerts =
            selfAlerts.filter { !selfAlertsNow.contains($0.selfAlert.key) } + next.selfAlerts
        removedSelfAlerts =
            removedSelfAlerts.filter { !selfAlertsNow.contains($0) } + next.removedSelfAlerts
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
        for state in alerts.values {
            guard case .pending(var pending) = state.life,
                rules.rule(state.ruleID)?.kind == .health, let last = pending.readAt,
                last < startedAt
            else { continue }
            pending.heldMilliseconds = 0
            pending.readAt = nil
            alerts[state.key]?.life = .pending(pending)
        }
    }
}
