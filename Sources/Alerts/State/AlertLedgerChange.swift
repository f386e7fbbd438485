/// What one cycle changed in the alert states; only this is written.
public struct AlertLedgerChange: Sendable, Hashable {
    /// New and changed alerts.
    public var alerts: [AlertState]
    /// Alerts that ended for good: an old period, an edited body.
    public var removedAlerts: [AlertKey]
    /// New and changed rules.
    public var rules: [RuleState]

    /// Makes a change; nothing changes by default.
    public init(
        alerts: [AlertState] = [], removedAlerts: [AlertKey] = [], rules: [RuleState] = []
    ) {
        self.alerts = alerts
        self.removedAlerts = removedAlerts
        self.rules = rules
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { alerts.isEmpty && removedAlerts.isEmpty && rules.isEmpty }
}
