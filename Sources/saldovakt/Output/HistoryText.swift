import Alerts
import Finance
import Foundation

/// Evaluations as lines for people and as JSON.
enum HistoryText: Sendable {
    /// What was found when, on which figures, and what it led to.
    static func line(_ entry: EvaluationEntry, in zone: TimeZone) -> String {
        let style = MoneyStyle.norwegian
        var parts = [
            Words.moment(entry.at, in: zone), entry.account ?? entry.subject,
            entry.finding.rawValue,
        ]
        if let value = entry.value { parts.append("value \(style.text(value))") }
        if let limit = entry.limit { parts.append("limit \(style.text(limit))") }
        if let count = entry.count { parts.append("count \(count)") }
        if let freshAt = entry.freshAt {
            parts.append("figures of \(Words.moment(freshAt, in: zone))")
        }
        parts.append("→ \(entry.effect.rawValue)")
        return parts.joined(separator: "  ")
    }

    /// One JSON object.
    static func json(_ entry: EvaluationEntry) -> String {
        JSONText.object([
            ("rule", JSONText.string(entry.ruleID)),
            ("subject", JSONText.string(entry.subject)),
            ("account", JSONText.string(entry.account)),
            ("at", JSONText.string(Words.iso(entry.at))),
            ("finding", JSONText.string(entry.finding.rawValue)),
            ("effect", JSONText.string(entry.effect.rawValue)),
            ("value", JSONText.string(entry.value?.decimalText)),
            ("limit", JSONText.string(entry.limit?.decimalText)),
            ("count", entry.count.map(String.init) ?? "null"),
            ("freshAt", JSONText.string(entry.freshAt.map(Words.iso))),
        ])
    }
}
