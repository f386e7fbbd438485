import Alerts
package import Finance
package import Foundation
package import Rules

/// An explained rule, for people and for programs.
package struct ExplainText: Sendable {
    let rule: Rule
    let isEnabled: Bool
    /// The accounts that it reads; `nil` without a store.
    let accounts: [Account]?
    let now: [String]?
    /// What it would have notified on stored history; `nil` without a store.
    let past: PastAnswer?
    let next: [UpcomingInstant]
    let zone: TimeZone

    /// Explains a rule; without a store there are no accounts, and nothing is said of now and before.
    package init(
        rule: Rule, isEnabled: Bool, next: [UpcomingInstant], zone: TimeZone,
        accounts: [Account]? = nil, now: [String]? = nil, past: PastAnswer? = nil
    ) {
        self.rule = rule
        self.isEnabled = isEnabled
        self.next = next
        self.zone = zone
        self.accounts = accounts
        self.now = now
        self.past = past
    }

    package var lines: [String] {
        var lines = ["\(rule.id): \(SafeText.neutralised(rule.sentence, limit: nil))"]
        if let words = rule.readAs { lines.append(Self.entry("read as", Self.clean(words))) }
        if !isEnabled {
            lines.append(Self.entry("off", "\"enabled\" is false, it is not looked at"))
        }
        for line in RuleExplanation(rule).lines {
            lines.append(Self.entry(line.topic.rawValue, Self.clean(line.text)))
            guard line.topic == .accounts, let accounts else { continue }
            lines += accounts.map { Self.entry("", Self.clean(Self.name($0))) }
        }
        for (number, instant) in next.enumerated() {
            lines.append(Self.entry(number == 0 ? "next" : "", words(of: instant)))
        }
        for (number, text) in (now ?? []).enumerated() {
            lines.append(Self.entry(number == 0 ? "now" : "", text))
        }
        for (number, text) in (past?.lines(in: zone) ?? []).enumerated() {
            lines.append(Self.entry(number == 0 ? "past" : "", text))
        }
        return lines
    }

    package var json: JSONOutput {
        let explanation = RuleExplanation(rule)
        var members: [(String, JSONOutput)] = [
            ("rule", .string(rule.id)), ("sentence", .string(rule.sentence)),
            ("enabled", .bool(isEnabled)), ("kind", .string(rule.kind.rawValue)),
        ]
        if let words = rule.readAs { members.append(("readAs", .string(words))) }
        for topic in RuleExplanation.Topic.allCases where topic != .kind && topic != .channels {
            members.append((topic.rawValue, .text(explanation[topic])))
        }
        members += [
            ("told", .texts(rule.notify)),
            ("accountsFound", accounts.map { .array($0.map(Self.object)) } ?? .null),
            ("next", .array(next.map(Self.object))), ("now", now.map(JSONOutput.texts) ?? .null),
            ("past", past?.json ?? .null),
        ]
        return .object(members)
    }

    /// A deadline with the instant from which on it is judged, or the instant of a summary.
    private func words(of next: UpcomingInstant) -> String {
        let style = MoneyStyle.norwegian
        let instant = style.text(next.instant, in: zone)
        return rule.kind == .absence
            ? "\(style.text(next.day)), judged on the first reading from \(instant)" : instant
    }

    private static func object(_ next: UpcomingInstant) -> JSONOutput {
        ["day": .string(next.day.description), "at": .instant(next.instant)]
    }

    private static func entry(_ topic: String, _ text: String) -> String {
        let blank = String(repeating: " ", count: max(0, 10 - topic.count))
        return "  \(topic)\(blank)\(text)"
    }

    private static func clean(_ text: String) -> String { SafeText.neutralised(text, limit: nil) }

    private static func name(_ account: Account) -> String {
        account.displayName + (account.accountNumber.map { " (\($0.masked))" } ?? "")
    }

    private static func object(_ account: Account) -> JSONOutput {
        [
            "id": .string(account.id.uuidString.lowercased()),
            "name": .string(account.displayName), "number": .text(account.accountNumber?.masked),
        ]
    }
}
