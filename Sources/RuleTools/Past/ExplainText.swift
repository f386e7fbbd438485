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
        _ located: LocatedRule, in stored: StoredState?, past: PastAnswer?, zone: TimeZone,
        pollIntervals: PollIntervals, aliases: [String: [String]], holidays: HolidayCalendar,
        at now: Date
    ) {
        let rule = located.rule
        self.rule = rule
        isEnabled = located.isEnabled
        next = rule.upcomingInstants(after: now, in: zone, holidays: holidays)
        self.zone = zone
        self.past = past
        accounts = stored.map {
            Evaluator.accounts(
                readBy: rule, in: $0.facts, aliases: aliases, bindings: $0.bindings)
        }
        self.now = stored.map { stored in
            let verdicts = stored.verdicts(
                of: rule, at: now, zone: zone, pollIntervals: pollIntervals, aliases: aliases,
                holidays: holidays)
            return CurrentStrings(state: stored, zone: zone, aliases: aliases)
                .lines(of: rule, verdicts)
        }
    }

    package var lines: [String] {
        var lines = ["\(rule.id): \(Self.clean(rule.sentence))"]
        func add(_ topic: String, _ texts: [String]) {
            for (number, text) in texts.enumerated() {
                let head = number == 0 ? topic : ""
                let blank = String(repeating: " ", count: max(0, 10 - head.count))
                lines.append("  \(head)\(blank)\(text)")
            }
        }
        if let words = rule.readAs { add("read as", [Self.clean(words)]) }
        if !isEnabled { add("off", ["\"enabled\" is false, it is not looked at"]) }
        for line in RuleExplanation(rule).lines {
            add(line.topic.rawValue, [Self.clean(line.text)])
            if line.topic == .accounts { add("", (accounts ?? []).map(Self.name).map(Self.clean)) }
        }
        add("next", next.map(words))
        add("now", now ?? [])
        add("past", past?.lines(in: zone) ?? [])
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
