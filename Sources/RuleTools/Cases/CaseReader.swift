import Alerts
import Finance
package import Foundation
import Rules
import Watch

/// Reads a file of cases.
package struct CaseReader: Sendable {
    private let json: PositionedJSON
    private let path: String
    private let standardZone: TimeZone

    static let caseKeys = [
        "name", "note", "zone", "every", "rules", "accounts", "signInExpires", "timeline",
        "expect", "findings", "thorough",
    ]

    package init(_ bytes: [UInt8], path: String, zone: TimeZone) {
        json = PositionedJSON(bytes)
        self.path = path
        standardZone = zone
    }

    /// A case, or why it can't be played; with its name and place.
    package struct Entry: Sendable {
        /// The file and the line where the case begins.
        package let place: String
        package let name: String
        package let result: Result<RuleCase, CaseFileError>
    }

    /// All cases in the order of the file.
    ///
    /// - Throws: a failure if the file is no list of cases.
    package func entries() throws(CaseFileError) -> [Entry] {
        if !json.problems.isEmpty {
            throw failure(
                json.problems.map {
                    CaseProblem("\($0)", fix: "write it as JSON", at: $0.range)
                })
        }
        guard let root = json.root, let cases = root["cases"]?.elements, !cases.isEmpty else {
            let problem = CaseProblem(
                "there are no cases", fix: "write {\"version\": 1, \"cases\": […]} with a case",
                at: json.root?.range ?? 0..<0)
            throw failure([problem])
        }
        var problems = CaseProblem.keys(of: root, known: ["$schema", "version", "cases"])
        if root["version"]?.number != "1" {
            problems.append(
                CaseProblem(
                    "this version is not known", fix: "write \"version\": 1",
                    at: root["version"]?.range ?? root.range))
        }
        guard problems.isEmpty else { throw failure(problems) }
        return cases.map(entry)
    }

    private func entry(_ node: JSONNode) -> Entry {
        let name = node["name"]?.string ?? "a case without a name"
        let place = "\(path):\(json.position(ofByte: node.range.lowerBound).line)"
        var problems = CaseProblem.keys(of: node, known: Self.caseKeys)
        let found = ruleCase(node, name, &problems)
        let result: Result<RuleCase, CaseFileError> =
            problems.isEmpty ? .success(found) : .failure(failure(problems))
        return Entry(place: place, name: name, result: result)
    }

    private func ruleCase(
        _ node: JSONNode, _ name: String, _ problems: inout [CaseProblem]
    ) -> RuleCase {
        if node["name"]?.string?.isEmpty ?? true {
            problems.append(
                CaseProblem("the case has no name", fix: "add \"name\"", at: node.range))
        }
        let rules = rules(node, &problems)
        let zone =
            value(node["zone"], orSay: "there is no such zone", like: "Europe/Oslo", &problems) {
                TimeZone(identifier: $0)
            } ?? standardZone
        let every =
            value(node["every"], orSay: "this is no length of time", like: "5m", &problems) {
                DurationText.parse($0)
            } ?? PipelineBuilder.standardInterval
        let signInExpires = value(
            node["signInExpires"], orSay: "this is no day", like: "2026-06-01", &problems
        ) {
            CalendarDay(isoText: $0)?.instant(in: zone)
        }
        var timeline = CaseTimeline(json: json, zone: zone, every: every)
        timeline.takeAccounts(node["accounts"])
        for step in node["timeline"]?.elements ?? [] { timeline.take(step) }
        problems += timeline.problems
        checkClaims(node, timeline, &problems)
        return RuleCase(
            name: name, zone: zone, every: every, rules: rules, aliases: timeline.aliases,
            sources: timeline.sources,
            signInExpires: signInExpires, events: timeline.events,
            expected: expectations(node["expect"], &problems) {
                node throws(CaseProblem) in try ExpectedNotification(node)
            },
            expectedFindings: expectations(node["findings"], &problems) {
                node throws(CaseProblem) in try ExpectedFinding(node)
            }, isThorough: node["thorough"]?.value != .boolean(false))
    }

    /// A case that could not fail is refused.
    private func checkClaims(
        _ node: JSONNode, _ timeline: CaseTimeline, _ problems: inout [CaseProblem]
    ) {
        if node["expect"] == nil, node["findings"] == nil {
            problems.append(
                CaseProblem(
                    "the case asserts nothing",
                    fix: "write \"expect\", with [] if no notification is expected", at: node.range)
            )
        } else if node["expect"] != nil, timeline.events.isEmpty, timeline.problems.isEmpty {
            problems.append(
                CaseProblem(
                    "the case asserts nothing", fix: "write a \"timeline\" with a step",
                    at: node.range))
        }
    }

    private func expectations<Value>(
        _ node: JSONNode?, _ problems: inout [CaseProblem],
        _ read: (JSONNode) throws(CaseProblem) -> Value
    ) -> [Value]? {
        guard let node else { return nil }
        guard let elements = node.elements else {
            problems.append(
                CaseProblem(unexpected: node, fix: "write a list"))
            return nil
        }
        var values: [Value] = []
        for element in elements {
            do throws(CaseProblem) { values.append(try read(element)) } catch {
                problems.append(error)
            }
        }
        return values
    }

    /// What a text says; a problem if it is there and says nothing.
    private func value<Value>(
        _ node: JSONNode?, orSay problem: String, like example: String,
        _ problems: inout [CaseProblem], _ read: (String) -> Value?
    ) -> Value? {
        guard let node else { return nil }
        if let value = node.string.flatMap(read) { return value }
        problems.append(
            CaseProblem(problem, fix: "write one such as \"\(example)\"", at: node.range))
        return nil
    }

    /// The rules; errors in them are problems unless the case is about what is found in them.
    private func rules(_ node: JSONNode, _ problems: inout [CaseProblem]) -> RulesFileResult {
        guard let list = node["rules"] else {
            problems.append(
                CaseProblem(
                    "the case has no rules", fix: "write \"rules\": [\"balance under 100\"]",
                    at: node.range))
            return RulesFile.load([], fileName: "rules", channels: [])
        }
        let rules = CaseRules(list, in: json)
        let isEmpty = list.elements?.isEmpty ?? true
        if isEmpty || node["findings"] == nil || node["expect"] != nil {
            problems += rules.problems
        }
        return rules.loaded
    }

    /// All problems, each with its place, in the order of the file.
    private func failure(_ problems: [CaseProblem]) -> CaseFileError {
        let sorted = problems.sorted { $0.range.lowerBound < $1.range.lowerBound }
        let texts = sorted.map { problem in
            "\(path):\(json.position(ofByte: problem.range.lowerBound)): error: [case] "
                + SafeText.neutralised(problem.message, limit: nil)
                + "\n  fix: \(SafeText.neutralised(problem.fix, limit: nil))"
        }
        return CaseFileError(text: texts.joined(separator: "\n"))
    }
}

/// A file of cases, or a case in it, that can't be played.
package struct CaseFileError: Error {
    /// Every problem with its place and what to do, in the form of the program's errors.
    package let text: String
}

/// Something in a file of cases that can't be understood.
struct CaseProblem: Error, Sendable {
    let message: String
    let fix: String
    /// Where, in bytes of the file.
    let range: Range<Int>

    init(_ message: String, fix: String, at range: Range<Int>) {
        self.message = message
        self.fix = fix
        self.range = range
    }

    /// A value of another kind than expected.
    init(unexpected node: JSONNode, fix: String) {
        self.init("found \(node.kindName)", fix: fix, at: node.range)
    }

    /// What is wrong with the keys of what should be an object: every unknown one.
    static func keys(of node: JSONNode, known: [String]) -> [CaseProblem] {
        guard let members = node.members else {
            return [
                CaseProblem(unexpected: node, fix: "write an object: {…}")
            ]
        }
        return members.filter { !known.contains($0.key) }.map { member in
            let nearest = NearestName.find(member.key, among: known)
            let fix =
                nearest.map { "did you mean \"\($0)\"?" }
                ?? "use one of \(known.joined(separator: ", "))"
            return CaseProblem(
                "there is no key \"\(member.key)\" here", fix: fix, at: member.keyRange)
        }
    }
}
