public import Foundation
public import Rules

/// All durable alert states, as one value.
public struct AlertLedger: Sendable, Hashable {
    /// The alerts by key; an alert that was never true need not be listed.
    public var alerts: AlertTable
    public var rules: [String: RuleState]
    /// The accounts that names in rules were bound to, by folded name (D20).
    public var bindings: [String: [UUID]] = [:]

    /// The silences by identifier, recently ended ones too.
    public var silences: [String: Silence]
    /// The program's own active problems, by ``SelfAlert/key``.
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

    /// Every held notification: by quiet hours, limits, snoozes and silences.
    public var held: [HeldNotification] {
        let all = rules.values.flatMap(\.held) + silences.values.flatMap(\.held)
        return all.sorted { ($0.dueAt, $0.notification.id) < ($1.dueAt, $1.notification.id) }
    }

    /// Applies a change in place: removals first, then new states.
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
/// Saves the second copy of each key that a dictionary would hold, as there may be hundreds of
/// thousands of events.
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

    /// An alert in a set that finds it by its key.
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

/// The changes of one cycle to the alert states; only these are written.
public struct AlertLedgerChange: Sendable, Hashable {
    public var alerts: [AlertState]
    /// Alerts that ended for good: an old period, an edited body.
    public var removedAlerts: [AlertKey]
    public var rules: [RuleState]
    /// Names in rules that were bound to accounts (D20); to none if no rule uses the name any more.
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
}

extension AlertLedger {
    /// Restarts the `for` of health alerts after a start of the program (section 4, health).
    ///
    /// A failure just before the program ended says nothing about the time in which the bank was
    /// not asked. After a boot the network is often not up yet. Alerts that were sent continue.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - startedAt: when the program was started; alerts sampled since keep their clock.
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

extension AlertLedger {
    /// What changes when a bank and its accounts are removed.
    ///
    /// What is held about them goes, and so do the lines of ended silences, which name no account.
    /// Names are looked up again. Every rule counts as edited: an account that comes back may be
    /// what it was, and its next notification must not have the identifier of an earlier one.
    ///
    /// - Parameter isAbout: whether an alert is about the bank, an account or a transaction of it.
    public func removal(
        of accounts: Set<UUID>, where isAbout: @escaping (AlertKey) -> Bool
    ) -> AlertLedgerChange {
        let isGone = { (held: HeldNotification) in
            isAbout(held.alertKey) || held.notification.isOnly(about: accounts)
        }
        var change = AlertLedgerChange(removedAlerts: alerts.values.map(\.key).filter(isAbout))
        change.rules = rules.values.map { state in
            var state = state
            state.generation += 1
            state.held.removeAll(where: isGone)
            return state
        }
        change.silences = silences.values.map { silence in
            var silence = silence
            silence.held.removeAll(where: isGone)
            silence.lines = []
            return silence
        }
        for (name, bound) in bindings {
            let left = bound.filter { !accounts.contains($0) }
            if left != bound { change.bindings[name] = left }
        }
        return change
    }
}

extension AlertNotification {
    /// Whether it shows these accounts and nothing else.
    public func isOnly(about accounts: Set<UUID>) -> Bool {
        let isAbout = { (account: NotificationAccount) in
            UUID(uuidString: account.id).map(accounts.contains) ?? false
        }
        if let account = data.account { return isAbout(account) }
        guard let items = data.items, !items.isEmpty else { return false }
        return items.allSatisfy { $0.account.map(isAbout) ?? false }
    }
}
