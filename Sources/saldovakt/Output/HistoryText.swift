import Alerts
import Finance
import Foundation

/// Evaluations as lines for people and as JSON.
enum HistoryText: Sendable {
    /// What was found when, on which figures, and what it led to.
    static func line(_ entry: EvaluationEntry) -> String {
        let style = MoneyStyle.norwegian
        var parts = [Words.iso(entry.at), entry.account ?? entry.subject, entry.finding.rawValue]
        if let value = entry.value { parts.append("value \(style.text(value))") }
        if let limit = entry.limit { parts.append("limit \(style.text(limit))") }
        if let count = entry.count { parts.append("count \(count)") }
        if let freshAt = entry.freshAt { parts.append("figures of \(Words.iso(freshAt))") }
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
