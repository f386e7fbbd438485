import Alerts
import Finance
import Foundation
import Recording
import Rules
import Watch

/// One case: rules, events, and the expected notifications or findings.
package struct RuleCase: Sendable {
    package enum Way: String, Sendable, CaseIterable {
        case plain
        /// With an end and a new start of the program before every answer.
        case restarted = "with a restart before every poll"
        case replayed = "as a replay"
        /// With nothing to go on but the stored form of the state before every answer.
        case stored = "with its state stored before every poll"
    }

    let name: String
    let zone: TimeZone
    let holidays: HolidayCalendar
    let every: Duration
    let rules: RulesFileResult
    let naming: AccountNaming
    let sources: Set<String>
    let signInExpires: Date?
    let events: [CaseEvent]
    /// The expected notifications, in order; `nil` if the case has none.
    let expected: [Expectation]?
    /// The expected findings about the rules, in order; `nil` if the case has none.
    let expectedFindings: [Expectation]?
    /// Whether the case may be run in other ways too.
    let isThorough: Bool

    /// Runs the case.
    ///
    /// - Returns: expected and actual results, where they differ; empty for a pass.
    package func differences(_ way: Way = .plain) -> [String] {
        var state = InMemoryState()
        var lines: [String] = []
        if let set = rules.ruleSet, !events.isEmpty {
            var replayer = Replayer(rules: set, builder: builder)
            let found = played(&replayer, way)
            state = replayer.state
            if let expected { lines += differences(of: found, expected) }
        }
        if let expectedFindings, way == .plain {
            lines += differences(of: findings(state), expectedFindings)
        }
        guard way != .plain, let first = lines.first else { return lines }
        return ["\(first), \(way.rawValue)"] + lines.dropFirst()
    }

    /// The ways besides the plain one in which the case must have the same result.
    ///
    /// A restart resets the clocks of health, so a case about health has to say where it restarts.
    package var otherWays: [Way] {
        guard isThorough, expected != nil else { return [] }
        let rules = rules.ruleSet?.rules ?? []
        let hasClock = rules.contains(where: \.countsFromStart)
        let isUnbroken = events.allSatisfy { event in
            switch event {
            case .answer, .wait: true
            case .restart, .reload: false
            }
        }
        return [.stored] + (hasClock ? [] : [.restarted]) + (isUnbroken ? [.replayed] : [])
    }

    var builder: PipelineBuilder {
        var policy = AlertPolicy(zone: zone, pollIntervals: PollIntervals(every))
        policy.naming = naming
        policy.holidays = holidays
        return PipelineBuilder(policy: policy, sources: sources)
    }

    private func played(_ replayer: inout Replayer, _ way: Way) -> [AlertNotification] {
        var notifications: [AlertNotification] = []
        for event in events {
            switch event {
            case .answer(var snapshot):
                if snapshot.source == CaseAccount.standardSource {
                    snapshot.signInExpires = signInExpires
                }
                if way == .restarted { replayer.restart() }
                if way == .stored { replayer = stored(replayer, before: snapshot.observedAt) }
                notifications += replayer.play(snapshot)
            case .wait(let end):
                // A recording contains only answers.
                if way != .replayed { notifications += replayer.run(until: end) }
            case .restart(let stop, let start):
                notifications += replayer.run(until: stop)
                replayer.restart(at: start)
            case .reload(let rules, let now):
                notifications += replayer.run(until: now)
                replayer.reload(rules: rules)
            }
        }
        return notifications + replayer.finish()
    }

    /// The replayer restored from its stored form, without rows that are no longer needed.
    private func stored(_ replayer: Replayer, before now: Date) -> Replayer {
        var replayer = replayer
        replayer.forget(at: now)
        guard let bytes = try? JSONEncoder().encode(replayer.state),
            let state = try? JSONDecoder().decode(InMemoryState.self, from: bytes)
        else { return Replayer(rules: replayer.rules, builder: builder) }
        return Replayer(
            rules: replayer.rules, builder: replayer.builder, state: state, clock: replayer.clock)
    }

    private func findings(_ state: InMemoryState) -> [RuleFinding] {
        guard rules.ruleSet != nil, !events.isEmpty else { return rules.findings }
        return rules.findings
            + StoreChecks.findings(
                for: rules, facts: state.facts,
                transactions: state.transactions(since: CalendarDay(dayNumber: -1_000_000)),
                zone: zone, pollInterval: every, naming: naming, bindings: state.ledger.bindings)
    }

    private func differences(of found: [AlertNotification], _ expected: [Expectation]) -> [String] {
        var seen: Set<String> = []
        let repeated = found.filter { !seen.insert($0.id).inserted }
        return Self.differences(found, expected, "notice") { notification, wanted in
            wanted.matches(notification, in: zone)
        } words: {
            Expectation.words(of: $0, for: $1, in: zone)
        } + repeated.map { "two notifications have the id \($0.id)" }
    }

    private func differences(of found: [RuleFinding], _ expected: [Expectation]) -> [String] {
        Self.differences(found, expected, "finding") { finding, wanted in
            wanted.matches(finding)
        } words: { finding, _ in
            Expectation.words(of: finding)
        }
    }

    private static func differences<Found>(
        _ found: [Found], _ expected: [Expectation], _ noun: String,
        _ matches: (Found, Expectation) -> Bool, words: (Found, Expectation?) -> String
    ) -> [String] {
        (0..<max(found.count, expected.count)).flatMap { index -> [String] in
            let one = index < found.count ? found[index] : nil
            let wanted = index < expected.count ? expected[index] : nil
            if let one, let wanted, matches(one, wanted) { return [] }
            return [
                "\(noun) \(index + 1)", "  expected: \(wanted?.words ?? "none")",
                "  found:    \(one.map { words($0, wanted) } ?? "none")",
            ]
        }
    }
}

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
        return switch key {
        case "at": InstantText.minute(notification.timestamp, in: zone)
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
        case "since": data.since.map { InstantText.minute($0, in: zone) } ?? "null"
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
