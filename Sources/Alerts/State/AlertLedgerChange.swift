public import Foundation

/// What one cycle changed in the alert states; only this is written.
public struct AlertLedgerChange: Sendable, Hashable {
    /// New and changed alerts.
    public var alerts: [AlertState]
    /// Alerts that ended for good: an old period, an edited body.
    public var removedAlerts: [AlertKey]
    /// New and changed rules.
    public var rules: [RuleState]
    /// Names in rules that were bound to accounts (D20); to none if no rule uses a name any more.
    public var bindings: [String: [UUID]] = [:]

    /// New and changed silences.
    public var silences: [Silence]
    /// Silences that ended long ago.
    public var removedSilences: [String]
    /// New and changed troubles of the program itself.
    public var troubles: [TroubleState]
    /// Troubles that are over, by ``OwnTrouble/key``.
    public var removedTroubles: [String]

    /// Makes a change; nothing changes by default.
    public init(
        alerts: [AlertState] = [], removedAlerts: [AlertKey] = [], rules: [RuleState] = [],
        silences: [Silence] = [], removedSilences: [String] = [], troubles: [TroubleState] = [],
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

    /// Whether nothing changed.
    public var isEmpty: Bool {
        alerts.isEmpty && removedAlerts.isEmpty && rules.isEmpty && silences.isEmpty
            && removedSilences.isEmpty && troubles.isEmpty && removedTroubles.isEmpty
            && bindings.isEmpty
    }

    /// Adds a change that was made on top of this one; the newer state of anything stands.
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
