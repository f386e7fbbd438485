import Alerts
import Finance
import Foundation

/// What a case says about one notice; what it does not say is not compared.
struct ExpectedNotice: Sendable {
    private let said: [(key: String, value: String)]

    /// The keys of an expectation.
    static let keys = ["at", "type", "reason", "rule", "text", "held"]

    /// Reads an expectation; all its values are texts.
    init(_ node: JSONNode) throws(CaseProblem) {
        try CaseReader.checkKeys(of: node, known: Self.keys)
        var said: [(key: String, value: String)] = []
        for member in node.members ?? [] {
            guard let value = Self.value(of: member.value) else {
                throw CaseProblem(
                    "\"\(member.key)\" is no text", fix: "put it in quotes", at: member.value.range)
            }
            if member.key == "at", CaseMoment(value) == nil {
                throw CaseProblem(
                    "this is no time: '\(value)'", fix: "write \"2026-03-06 09:00\"",
                    at: member.value.range)
            }
            said.append((member.key, value))
        }
        guard !said.isEmpty else {
            throw CaseProblem(
                "the expectation says nothing",
                fix: "name one of \(Self.keys.joined(separator: ", "))", at: node.range)
        }
        self.said = said
    }

    /// Whether the notice is as expected in everything that is said.
    func matches(_ notice: Notice, in zone: TimeZone) -> Bool {
        said.allSatisfy { key, value in
            let found = Self.found(key, in: notice, zone)
            return key == "text" ? found.contains(Self.plain(value)) : found == value
        }
    }

    /// The expectation as a line for people.
    var words: String {
        SafeText.neutralised(
            said.map { "\($0.key) \($0.value)" }.joined(separator: ", "), limit: nil)
    }

    /// A notice as a line for people, with everything that an expectation could say.
    static func words(of notice: Notice, in zone: TimeZone) -> String {
        keys.compactMap { key in
            let found = found(key, in: notice, zone)
            if key == "held" { return found == "true" ? "held true" : nil }
            return "\(key) \(found.replacing("\n", with: " | "))"
        }.joined(separator: ", ")
    }

    private static func found(_ key: String, in notice: Notice, _ zone: TimeZone) -> String {
        let data = notice.data
        return switch key {
        case "at": String(Words.moment(notice.timestamp, in: zone).dropLast(3))
        case "type": notice.type.rawValue
        case "reason": data.reason.rawValue
        case "rule": data.rule?.id ?? "null"
        case "held": data.pending == true ? "true" : "false"
        default: plain("\(data.title)\n\(data.body)")
        }
    }

    private static func value(of node: JSONNode) -> String? {
        switch node.value {
        case .string(let text): text
        case .boolean(let value): "\(value)"
        case .null: "null"
        case .number, .array, .object: nil
        }
    }

    /// With the blanks and the minus that keyboards have.
    private static func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
            .replacing("\u{2212}", with: "-")
    }
}
