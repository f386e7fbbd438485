import Alerts
import Finance
import Foundation
import Rules
import Settings

/// Reads a file of cases.
struct CaseReader: Sendable {
    private let json: PositionedJSON
    private let path: String

    private static let caseKeys = [
        "name", "note", "zone", "every", "rules", "accounts", "signInExpires", "timeline",
        "expect",
    ]

    /// Takes a file's bytes.
    init(_ bytes: [UInt8], path: String) {
        json = PositionedJSON(bytes)
        self.path = path
    }

    /// A case, or why it can't be played; with its name and place.
    struct Entry: Sendable {
        /// The file and the line where the case begins.
        let place: String
        /// What it is called.
        let name: String
        /// The case, or the place and the words of what is wrong with it.
        let result: Result<RuleCase, CommandFailure>
    }

    /// All cases in the order of the file.
    ///
    /// - Throws: a failure if the file is no list of cases.
    func entries() throws(CommandFailure) -> [Entry] {
        if let problem = json.problems.first {
            throw failure(CaseProblem("\(problem)", fix: "write it as JSON", at: problem.range))
        }
        guard let root = json.root, let cases = root["cases"]?.elements, !cases.isEmpty else {
            let range = json.root?.range ?? 0..<0
            throw failure(
                CaseProblem(
                    "there are no cases", fix: "write {\"version\": 1, \"cases\": […]} with a case",
                    at: range))
        }
        do throws(CaseProblem) {
            try Self.checkKeys(of: root, known: ["version", "cases"])
            guard root["version"]?.number == "1" else {
                throw CaseProblem(
                    "this version is not known", fix: "write \"version\": 1",
                    at: root["version"]?.range ?? root.range)
            }
        } catch {
            throw failure(error)
        }
        return cases.map(entry)
    }

    private func entry(_ node: JSONNode) -> Entry {
        let name = node["name"]?.string ?? "a case without a name"
        let place = "\(path):\(json.position(ofByte: node.range.lowerBound).line)"
        do throws(CaseProblem) {
            let found = try ruleCase(node)
            return Entry(place: place, name: name, result: .success(found))
        } catch {
            return Entry(place: place, name: name, result: .failure(failure(error)))
        }
    }

    private func ruleCase(_ node: JSONNode) throws(CaseProblem) -> RuleCase {
        try Self.checkKeys(of: node, known: Self.caseKeys)
        guard let name = node["name"]?.string, !name.isEmpty else {
            throw CaseProblem("the case has no name", fix: "add \"name\"", at: node.range)
        }
        guard let expect = node["expect"]?.elements else {
            throw CaseProblem(
                "the case asserts nothing",
                fix: "write \"expect\", with [] if nothing is to be told", at: node.range)
        }
        let zone = try zone(node["zone"])
        let every = try every(node["every"])
        var timeline = CaseTimeline(json: json, zone: zone, every: every)
        try timeline.takeAccounts(node["accounts"])
        for step in node["timeline"]?.elements ?? [] { try timeline.take(step) }
        guard !timeline.snapshots.isEmpty else {
            throw CaseProblem(
                "the case asserts nothing", fix: "write a \"timeline\" with a step", at: node.range)
        }
        var expected: [ExpectedNotice] = []
        for notice in expect { expected.append(try ExpectedNotice(notice)) }
        return RuleCase(
            name: name, zone: zone, every: every, rules: try rules(node),
            signInExpires: try day(node["signInExpires"])?.instant(in: zone),
            lines: timeline.snapshots, expected: expected)
    }

    private func zone(_ node: JSONNode?) throws(CaseProblem) -> TimeZone {
        guard let node else { return SaldovaktSettings.standard.timeZone }
        guard let zone = node.string.flatMap({ TimeZone(identifier: $0) }) else {
            throw CaseProblem(
                "there is no such zone", fix: "write one such as \"Europe/Oslo\"", at: node.range)
        }
        return zone
    }

    private func day(_ node: JSONNode?) throws(CaseProblem) -> CalendarDay? {
        guard let node else { return nil }
        guard let day = node.string.flatMap({ CalendarDay(isoText: $0) }) else {
            throw CaseProblem(
                "this is no day", fix: "write one such as \"2026-06-01\"", at: node.range)
        }
        return day
    }

    private func every(_ node: JSONNode?) throws(CaseProblem) -> Duration {
        guard let node else { return SourceFactory.standardInterval }
        guard let every = node.string.flatMap({ DurationText.parse($0) }) else {
            throw CaseProblem(
                "this is no length of time", fix: "write one such as \"5m\"", at: node.range)
        }
        return every
    }

    /// The rules, each a sentence or an object as in a rules file; any channel will do.
    private func rules(_ node: JSONNode) throws(CaseProblem) -> RuleSet {
        guard let rules = node["rules"], let elements = rules.elements, !elements.isEmpty else {
            throw CaseProblem(
                "the case has no rules", fix: "write \"rules\": [\"balance under 100\"]",
                at: node.range)
        }
        let texts = elements.map { element in
            let text = json.text(in: element.range)
            return element.string == nil ? text : "{\"when\": \(text)}"
        }
        let file = "{\"version\": 1, \"rules\": [\(texts.joined(separator: ","))]}"
        let channels = elements.flatMap { $0["notify"]?.elements ?? [] }.compactMap(\.string)
        let result = RulesFile.load(
            Array(file.utf8), fileName: "rules", channels: Set(channels))
        guard let set = result.ruleSet else {
            throw CaseProblem(
                result.findings.map(\.message).joined(separator: "; "),
                fix: result.findings.compactMap(\.suggestion).first.map {
                    "did you mean \"\($0)\"?"
                }
                    ?? "try the rule with rules check", at: rules.range)
        }
        return set
    }

    /// Refuses what is no object, and keys that mean nothing there.
    static func checkKeys(of node: JSONNode, known: [String]) throws(CaseProblem) {
        guard let members = node.members else {
            throw CaseProblem(
                "here stands \(node.kindName)", fix: "write an object: {…}", at: node.range)
        }
        guard let member = members.first(where: { !known.contains($0.key) }) else { return }
        let nearest = NearestName.find(member.key, among: known)
        let fix =
            nearest.map { "did you mean \"\($0)\"?" }
            ?? "use one of \(known.joined(separator: ", "))"
        throw CaseProblem(
            "there is no key \"\(member.key)\" here", fix: fix, at: member.keyRange)
    }

    private func failure(_ problem: CaseProblem) -> CommandFailure {
        let place = json.position(ofByte: problem.range.lowerBound)
        return CommandFailure(
            .wrong, where: "\(path):\(place)", code: "case",
            problem: SafeText.neutralised(problem.message, limit: nil),
            fix: SafeText.neutralised(problem.fix, limit: nil))
    }
}
