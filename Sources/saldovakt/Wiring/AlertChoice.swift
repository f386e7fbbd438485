import Alerts
import Finance

/// The alerts that a person means by an id on the command line.
struct AlertChoice: Sendable {
    /// At least one alert that fires.
    let alerts: [AlertState]

    /// Finds them by a notice's id or its beginning, or by a rule's id.
    ///
    /// - Throws: ``CommandFailure`` if none is meant, or several notices begin like this.
    init(_ id: String, in ledger: AlertLedger) throws(CommandFailure) {
        let firing = ledger.alerts.values.filter { $0.phase == .firing }
            .sorted { ($0.since, $0.key.text) < ($1.since, $1.key.text) }
        let ofRule = firing.filter { $0.ruleID == id }
        let noticed =
            id.hasPrefix("ntc_")
            ? firing.filter { $0.notice?.id.hasPrefix(id) == true } : []
        alerts = ofRule.isEmpty ? noticed : ofRule
        if alerts.isEmpty { throw Self.unknown(id, firing) }
        if ofRule.isEmpty, alerts.count > 1 {
            throw CommandFailure(
                .wrong, code: "ambiguous-id",
                problem: "\(alerts.count) alerts begin like this: '\(id)'",
                fix: "write more of the id; 'saldovakt alerts' shows it")
        }
    }

    private static func unknown(_ id: String, _ firing: [AlertState]) -> CommandFailure {
        let nearest = NearestName.find(id, among: firing.map(\.ruleID))
        return CommandFailure(
            .wrong, code: "unknown-alert", problem: "no alert that fires has this id: '\(id)'",
            fix: nearest.map { "use '\($0)'" }
                ?? "'saldovakt alerts' shows what fires, with its ids")
    }
}

extension AlertState {
    /// The alert as an instruction names it.
    var reference: AlertReference {
        AlertReference(
            noticeID: notice?.id, ruleID: ruleID, accountID: notice?.data.account?.id)
    }
}
