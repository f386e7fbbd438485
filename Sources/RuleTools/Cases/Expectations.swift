import Alerts
import Finance
import Foundation
import Rules

/// A case's expectation of one notification or finding; missing keys are not compared.
struct Expectation: Sendable {
    private let said: [(key: String, value: String)]

    /// The keys of an expectation that are shown for every notification.
    private static let shownKeys = ["at", "type", "reason", "rule", "account", "text", "held"]
    static let notificationKeys =
        shownKeys + ["id", "value", "limit", "count", "sum", "since", "alreadySo", "urgency"]
    static let findingKeys = ["code", "severity", "rule", "marks", "text", "suggestion"]

    init(_ node: JSONNode, known: [String]) throws(CaseProblem) {
        if let problem = CaseLog.keyProblems(node, known).first { throw problem }
        var said: [(key: String, value: String)] = []
        for member in node.members ?? [] {
            guard let value = Self.value(of: member.value) else {
                throw CaseProblem(
                    "\"\(member.key)\" is no text", fix: "put it in quotes", at: member.value.range)
            }
            if ["at", "since"].contains(member.key), value != "null", CaseMoment(value) == nil {
                throw CaseProblem(
                    "this is no time: '\(value)'", fix: CaseMoment.example, at: member.value.range)
            }
            said.append((member.key, value))
        }
        guard !said.isEmpty else {
            throw CaseProblem(
                "the expectation says nothing",
                fix: "name one of \(known.joined(separator: ", "))", at: node.range)
        }
        self.said = said
    }

    private static func value(of node: JSONNode) -> String? {
        switch node.value {
        case .string(let text), .number(let text): text
        case .boolean(let value): "\(value)"
        case .null: "null"
        case .array, .object: nil
        }
    }

    var words: String {
        SafeText.neutralised(
            said.map { "\($0.key) \($0.value)" }.joined(separator: ", "), limit: nil)
    }

    func matches(_ notification: AlertNotification, in zone: TimeZone) -> Bool {
        said.allSatisfy { key, value in
            switch key {
            case "at": CaseMoment(value)?.isShown(at: notification.timestamp, in: zone) ?? false
            case "since":
                notification.data.since.map {
                    CaseMoment(value)?.isShown(at: $0, in: zone) ?? false
                } ?? (value == "null")
            case "text": Self.found(key, in: notification, zone).contains(Self.plain(value))
            default: Self.found(key, in: notification, zone) == value
            }
        }
    }

    /// A notification as a line for people, with the keys of this expectation.
    static func words(
        of notification: AlertNotification, for wanted: Expectation?, in zone: TimeZone
    ) -> String {
        let asked = wanted?.said.map(\.key) ?? []
        let parts = notificationKeys.filter { shownKeys.contains($0) || asked.contains($0) }
        return parts.compactMap { key in
            let found = found(key, in: notification, zone)
            if key == "held" { return found == "true" ? "held true" : nil }
            if key == "account", found == "null", !asked.contains(key) { return nil }
            return "\(key) \(found.replacing("\n", with: " | "))"
        }.joined(separator: ", ")
    }

    private static func found(
        _ key: String, in notification: AlertNotification, _ zone: TimeZone
    ) -> String {
        let data = notification.data
        func minute(_ date: Date) -> String {
            String(InstantText.moment(date, in: zone).dropLast(3))
        }
        return switch key {
        case "at": minute(notification.timestamp)
        case "type": notification.type.rawValue
        case "reason": data.reason.rawValue
        case "rule": data.rule?.id ?? "null"
        case "account": data.account?.name ?? "null"
        case "held": data.pending == true ? "true" : "false"
        case "id": notification.id
        case "value": figure(data.value)
        case "limit": figure(data.limit)
        case "count": data.count.map { "\($0)" } ?? "null"
        case "sum": data.sum?.decimalText ?? "null"
        case "since": data.since.map(minute) ?? "null"
        case "alreadySo": "\(data.alreadySo)"
        case "urgency": data.urgency.rawValue
        default: plain("\(data.title)\n\(data.body)")
        }
    }

    private static func figure(_ figure: NotificationFigure?) -> String {
        switch figure {
        case .money(let money): money.decimalText
        case .count(let count): "\(count)"
        case nil: "null"
        }
    }

    /// The text with spaces and minus signs as on keyboards.
    private static func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
            .replacing("\u{2212}", with: "-")
    }
}

extension Expectation {
    func matches(_ finding: RuleFinding) -> Bool {
        said.allSatisfy { key, value in
            let found = Self.found(key, in: finding)
            return key == "text" ? found.contains(value) : found == value
        }
    }

    /// A finding as a line for people, with every key of an expectation.
    static func words(of finding: RuleFinding) -> String {
        let parts = findingKeys.compactMap { key in
            let found = found(key, in: finding)
            return found.isEmpty ? nil : "\(key) \(found)"
        }
        return SafeText.neutralised(parts.joined(separator: ", "), limit: nil)
    }

    private static func found(_ key: String, in finding: RuleFinding) -> String {
        switch key {
        case "code": finding.code
        case "severity": finding.severity.rawValue
        case "rule": finding.rule ?? "null"
        case "marks": marked(in: finding)
        case "suggestion": finding.suggestion ?? "null"
        default: finding.message
        }
    }

    private static func marked(in finding: RuleFinding) -> String {
        guard let excerpt = finding.excerpt else { return "" }
        let scalars = excerpt.text.unicodeScalars.dropFirst(excerpt.offset).prefix(excerpt.length)
        return String(String.UnicodeScalarView(scalars))
    }
}
