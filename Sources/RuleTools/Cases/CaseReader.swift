import Alerts
import Finance
package import Foundation
import Rules
import Watch

/// Reads a file of cases.
package struct CaseReader {
    private let log: CaseLog
    private let standardZone: TimeZone

    static let caseKeys = [
        "name", "note", "zone", "holidays", "every", "rules", "groups", "accounts", "signInExpires",
        "timeline", "expect", "findings", "thorough",
    ]

    package init(_ bytes: [UInt8], path: String, zone: TimeZone) {
        log = CaseLog(json: PositionedJSON(bytes), path: path)
        standardZone = zone
    }

    /// A case, or why it can't be run; with its name and place.
    package struct Entry: Sendable {
        package let place: String
        package let name: String
        package let result: Result<RuleCase, CaseFileError>
    }

    /// All cases in the order of the file.
    ///
    /// - Throws: a failure if the file is no list of cases.
    package func entries() throws(CaseFileError) -> [Entry] {
        for problem in log.json.problems {
            log.report("\(problem)", fix: "write it as JSON", at: problem.range)
        }
        if let failure = log.takeFailure() { throw failure }
        let root = log.json.root
        guard let root, let cases = root["cases"]?.elements, !cases.isEmpty else {
            let problem = CaseProblem(
                "there are no cases", fix: "write {\"version\": 1, \"cases\": […]} with a case",
                at: root?.range ?? 0..<0)
            throw log.failure([problem])
        }
        log.checkKeys(of: root, known: ["$schema", "version", "cases"])
        if root["version"]?.number != "1" {
            log.report(
                "this version is not known", fix: "write \"version\": 1",
                at: root["version"]?.range ?? root.range)
        }
        if let failure = log.takeFailure() { throw failure }
        return cases.map(entry)
    }

    private func entry(_ node: JSONNode) -> Entry {
        log.checkKeys(of: node, known: Self.caseKeys)
        let found = ruleCase(node)
        return Entry(
            place: "\(log.path):\(log.json.position(ofByte: node.range.lowerBound).line)",
            name: found.name, result: log.takeFailure().map { .failure($0) } ?? .success(found))
    }

    private func ruleCase(_ node: JSONNode) -> RuleCase {
        if node["name"]?.string?.isEmpty ?? true {
            log.report("the case has no name", fix: "add \"name\"", at: node.range)
        }
        let rules = rules(node)
        let zone =
            text(node["zone"], orSay: "there is no such zone", like: "Europe/Oslo") {
                TimeZone(identifier: $0)
            } ?? standardZone
        let holidays =
            text(node["holidays"], orSay: "there is no such calendar", like: "norway") {
                HolidayCalendar(rawValue: $0)
            } ?? .norway
        let every =
            text(node["every"], orSay: "this is no length of time", like: "5m") {
                DurationText.parse($0)
            } ?? PipelineBuilder.standardInterval
        let signInExpires = text(
            node["signInExpires"], orSay: "this is no day", like: "2026-06-01"
        ) {
            CalendarDay(isoText: $0)?.instant(in: zone)
        }
        var timeline = CaseTimeline(log: log, zone: zone, every: every)
        let before = log.problems.count
        timeline.takeAccounts(node["accounts"])
        for step in node["timeline"]?.elements ?? [] { timeline.take(step) }
        if node["expect"] == nil, node["findings"] == nil {
            log.report(
                "the case asserts nothing",
                fix: "write \"expect\", with [] if no notification is expected", at: node.range)
        } else if node["expect"] != nil, timeline.events.isEmpty, log.problems.count == before {
            log.report(
                "the case asserts nothing", fix: "write a \"timeline\" with a step", at: node.range)
        }
        return RuleCase(
            name: node["name"]?.string ?? "a case without a name", zone: zone, holidays: holidays,
            every: every, rules: rules, naming: timeline.naming, sources: timeline.sources,
            signInExpires: signInExpires, events: timeline.events,
            expected: expectations(node["expect"], known: Expectation.notificationKeys),
            expectedFindings: expectations(node["findings"], known: Expectation.findingKeys),
            isThorough: node["thorough"]?.boolean != false)
    }

    private func expectations(_ node: JSONNode?, known: [String]) -> [Expectation]? {
        log.value(of: node, fix: "write a list", \.elements)?.compactMap { element in
            log.attempt { () throws(CaseProblem) in try Expectation(element, known: known) }
        }
    }

    /// The value of a text; a problem if it is there and invalid.
    private func text<Value>(
        _ node: JSONNode?, orSay problem: String, like example: String, _ read: (String) -> Value?
    ) -> Value? {
        guard let node else { return nil }
        if let value = node.string.flatMap(read) { return value }
        log.report(problem, fix: "write one such as \"\(example)\"", at: node.range)
        return nil
    }

    /// The rules; errors in them are problems unless the case expects findings.
    private func rules(_ node: JSONNode) -> RulesFileResult {
        guard let list = node["rules"] else {
            log.report(
                "the case has no rules", fix: "write \"rules\": [\"balance under 100\"]",
                at: node.range)
            return RulesFile.load([], fileName: "rules", channels: [])
        }
        let rules = CaseRules(list, node["groups"], in: log.json)
        let isEmpty = list.elements?.isEmpty ?? true
        if isEmpty || node["findings"] == nil || node["expect"] != nil {
            log.report(rules.problems)
        }
        return rules.loaded
    }
}

/// A file of cases, or a case in it, that can't be run.
package struct CaseFileError: Error {
    /// Every problem with its place and fix, in the program's error form.
    package let text: String
}

/// Something in a file of cases that can't be understood.
struct CaseProblem: Error, Sendable {
    let message: String
    let fix: String
    let range: Range<Int>

    init(_ message: String, fix: String, at range: Range<Int>) {
        self.message = message
        self.fix = fix
        self.range = range
    }
}

/// A file of cases, and the problems of the part that is being read.
final class CaseLog {
    let json: PositionedJSON
    let path: String
    private(set) var problems: [CaseProblem] = []

    init(json: PositionedJSON, path: String) {
        self.json = json
        self.path = path
    }

    func report(_ message: String, fix: String, at range: Range<Int>) {
        problems.append(CaseProblem(message, fix: fix, at: range))
    }

    func report(_ problems: [CaseProblem]) { self.problems += problems }

    func attempt<Value>(_ read: () throws(CaseProblem) -> Value) -> Value? {
        do throws(CaseProblem) { return try read() } catch {
            problems.append(error)
            return nil
        }
    }

    /// The parsed value of a node; reports a value of another kind.
    func value<Value>(of node: JSONNode?, fix: String, _ read: (JSONNode) -> Value?) -> Value? {
        guard let node else { return nil }
        if let value = read(node) { return value }
        report("found \(node.kindName)", fix: fix, at: node.range)
        return nil
    }

    /// Reports every unknown key of what should be an object.
    func checkKeys(of node: JSONNode, known: [String]) { report(Self.keyProblems(node, known)) }

    static func keyProblems(_ node: JSONNode, _ known: [String]) -> [CaseProblem] {
        guard let members = node.members else {
            return [
                CaseProblem("found \(node.kindName)", fix: "write an object: {…}", at: node.range)
            ]
        }
        return members.filter { !known.contains($0.key) }.map { member in
            let nearest = NearestName.find(member.key, among: known)
            return CaseProblem(
                "there is no key \"\(member.key)\" here",
                fix: nearest.map { "did you mean \"\($0)\"?" }
                    ?? "use one of \(known.joined(separator: ", "))", at: member.keyRange)
        }
    }

    /// Returns all problems so far and clears them.
    func takeFailure() -> CaseFileError? {
        defer { problems = [] }
        return problems.isEmpty ? nil : failure(problems)
    }

    /// Problems, each with its place, in the order of the file.
    func failure(_ problems: [CaseProblem]) -> CaseFileError {
        let sorted = problems.sorted { $0.range.lowerBound < $1.range.lowerBound }
        let texts = sorted.map { problem in
            "\(path):\(json.position(ofByte: problem.range.lowerBound)): error: [case] "
                + SafeText.neutralised(problem.message, limit: nil)
                + "\n  fix: \(SafeText.neutralised(problem.fix, limit: nil))"
        }
        return CaseFileError(text: texts.joined(separator: "\n"))
    }
}

/// The rules of a case: sentences, or objects as in a rules file; any channel will do.
struct CaseRules: Sendable {
    /// The rules as if they were in a file of their own, one in a line.
    let loaded: RulesFileResult
    /// Every error in them, at its place in the file of cases.
    let problems: [CaseProblem]

    /// - Parameter groups: the `groups` of the case, an object with keys of a rules file.
    init(_ node: JSONNode, _ groups: JSONNode?, in json: PositionedJSON) {
        let elements = node.elements ?? []
        let lines = elements.map { json.text(in: $0.range).replacing("\n", with: " ") }
        let named = (groups?.members ?? []).map { member in
            "\"\(member.key)\": \(json.text(in: member.value.range)), ".replacing("\n", with: " ")
        }
        let head = "{\"version\": 1, \(named.joined())\"rules\": [\n"
        let file = head + lines.joined(separator: ",\n") + "]}"
        let channels = elements.flatMap { $0["notify"]?.elements ?? [] }.compactMap(\.string)
        loaded = RulesFile.load(Array(file.utf8), fileName: "rules", channels: Set(channels))
        guard !elements.isEmpty else {
            problems = [
                CaseProblem(
                    "there are no rules here", fix: "write [\"balance under 100\"]", at: node.range)
            ]
            return
        }
        problems = loaded.findings.filter { $0.severity == .error }.map { finding in
            CaseProblem(
                "[\(finding.code)] \(finding.message)",
                fix: finding.suggestion.map { "did you mean \"\($0)\"?" }
                    ?? "try the rule with rules check",
                at: Self.range(of: finding, in: elements, lines) ?? node.range)
        }
    }

    /// The place in the file of cases for a finding of the generated file.
    private static func range(
        of finding: RuleFinding, in elements: [JSONNode], _ lines: [String]
    ) -> Range<Int>? {
        let index = finding.line - 2
        guard elements.indices.contains(index) else { return nil }
        let before = String(
            String.UnicodeScalarView(lines[index].unicodeScalars.prefix(finding.column - 1)))
        let start = elements[index].range.lowerBound + before.utf8.count
        return start..<(start + 1)
    }
}
