import Finance
import TestSupport
import Testing

@testable import SandboxBank

@Suite("A scenario file is read whole, or told what is wrong with it", .io)
struct ScenarioReadingTests {
    @Test("the example of the help is a scenario")
    func example() throws {
        let scenario = try SandboxScenario(json: Array(SandboxHelp.example.utf8), file: "x")
        #expect(scenario.name == "mine")
        #expect(scenario.start == .day(CalendarDay(dayNumber: 20_518)))
        #expect(scenario.accounts.map(\.balance.minorUnits) == [5_000_00, 150_00])
        #expect(scenario.timeline.map(\.at) == [1, 3, 4])
        #expect(scenario.timeline.map(\.day) == [0, 2, 3])
        #expect(scenario.timeline.last?.actions.last == .turn(.outage, true))
    }

    @Test("the built-in scenarios pass the check", arguments: SandboxScenario.builtIn)
    func builtIn(scenario: SandboxScenario) throws {
        try scenario.check()
        #expect(SandboxScenario.builtIn(named: scenario.name) == scenario)
    }

    @Test("the first day can be today or a distance to it")
    func today() throws {
        for (text, days) in [("today", 0), ("today-9", -9), ("today+2", 2)] {
            let scenario = try Self.read(#""day": "\#(text)""#)
            #expect(scenario.start == .offset(days))
        }
    }

    @Test("each mistake is told with code and path", arguments: mistakes)
    func mistake(members: String, code: String, path: String) {
        let error = #expect(throws: ScenarioError.self) { _ = try Self.read(members) }
        #expect(error?.findings.map(\.code) == [code])
        #expect(error?.findings.first?.path == path)
        #expect(error?.findings.first?.position != nil)
        #expect(error?.findings.first?.fix.isEmpty == false)
    }

    private static let mistakes: [(String, String, String)] = [
        (#""colour": 1"#, "unknown-key", "colour"),
        (#""day": "soon""#, "type", "day"),
        (#""version": 2"#, "type", "version"),
        (#""accounts": []"#, "accounts", "accounts"),
        (#""accounts": {}"#, "type", "accounts"),
        (#""switches": {"outrage": true}"#, "unknown-switch", "switches.outrage"),
        (#""switches": {"outage": 1}"#, "switch-value", "switches.outage"),
        (#""timeline": [{"at": 2}, {"at": 2}]"#, "order", "timeline[1]"),
        (#""timeline": [{"day": 2}, {"day": 1}]"#, "order", "timeline[1]"),
        (#""timeline": [{"at": 0}]"#, "type", "timeline[0].at"),
        (step(#"{"amount": 1}"#), "missing", "timeline[0].do[0].action"),
        (step(#"{"action": "bok"}"#), "word", "timeline[0].do[0].action"),
        (step(#"{"action": "release"}"#), "missing", "timeline[0].do[0].reservation"),
        (
            step(#"{"action": "release", "reservation": "r"}"#), "unknown-reservation",
            "timeline[0].do[0]"
        ),
        (
            step(#"{"action": "post", "account": "A", "amount": 999.999, "kind": "fee"}"#),
            "amount", "timeline[0].do[0].amount"
        ),
        (
            step(#"{"action": "post", "account": "A", "amount": -1, "kind": "salery"}"#),
            "word", "timeline[0].do[0].kind"
        ),
        (
            step(#"{"action": "post", "account": "B", "amount": -1, "kind": "fee"}"#),
            "unknown-account", "timeline[0].do[0]"
        ),
        (
            step(#"{"action": "reserve", "id": "r", "account": "A", "amount": 5}"#),
            "wrong-sign", "timeline[0].do[0]"
        ),
        (
            step(#"{"action": "switch", "name": "outage", "value": "on"}"#), "switch-value",
            "timeline[0].do[0].name"
        ),
        (#""lists": [{"endpoint": "cards", "rows": [1]}]"#, "type", "lists[0].rows[0]"),
        (#""lists": [{"endpoint": "payments", "rows": []}]"#, "list-account", "lists[0]"),
        (
            #""credentials": {"clientId": "a", "clientSecret": "b", "customerId": "123"}"#,
            "customer-number", "credentials.customerId"
        ),
    ]

    @Test("all mistakes are told at once, in the order of the text, with line and column")
    func allAtOnce() {
        let text = """
            { "version": 1,
              "dya": "2026-03-06",
              "accounts": [ { "id": "x", "number": "99990000001", "balance": "ten" } ],
              "timeline": [ { "at": 1, "do": [ { "action": "fly" } ] } ] }
            """
        let error = #expect(throws: ScenarioError.self) {
            _ = try SandboxScenario(json: Array(text.utf8), file: "mine.json")
        }
        let notified = error?.findings.map { finding in
            "\(finding.position.map { "\($0)" } ?? "0:0") \(finding.code)"
        }
        #expect(notified == ["1:1 missing", "2:3 unknown-key", "3:66 amount", "4:48 word"])
        #expect(error?.description.contains("mine.json:2:3: error: [unknown-key] dya: ") == true)
        #expect(error?.description.contains("  fix: did you mean 'day'?") == true)
    }

    @Test("broken JSON is told with its place")
    func syntax() {
        let error = #expect(throws: ScenarioError.self) {
            _ = try SandboxScenario(json: Array("{\n  \"version\": 1,,\n}".utf8), file: "x.json")
        }
        #expect(error?.findings.first?.code == "json")
        #expect(error?.findings.first?.position?.line == 2)
    }

    @Test("a file that cannot be read is told")
    func unreadable() {
        let error = #expect(throws: ScenarioError.self) {
            _ = try SandboxScenario(contentsOf: "/nonexistent/x.json")
        }
        #expect(error?.findings.map(\.code) == ["unreadable"])
    }

    @Test("a number that could be a person's is refused, an invented one is not")
    func persons() throws {
        let valid = (0..<1_000).map { tail in
            let digits = String(tail)
            return "01019012" + String(repeating: "0", count: 3 - digits.count) + digits
        }.filter(NationalIdentityNumber.isValid)
        // Two check digits leave at most one number for each of the ten beginnings.
        #expect((5...10).contains(valid.count))
        #expect(Set(valid.map { $0.prefix(9) }).count == valid.count)
        #expect(!NationalIdentityNumber.isValid("00000000000"))
        let number = try #require(valid.first)
        let error = #expect(throws: ScenarioError.self) {
            _ = try Self.read(
                #""credentials": {"clientId": "a", "clientSecret": "b", "customerId": "\#(number)"}"#
            )
        }
        #expect(error?.findings.map(\.code) == ["customer-number"])
        #expect(error?.description.contains(number) == false)
    }

    private static func step(_ action: String) -> String {
        #""timeline": [{"at": 1, "do": [\#(action)]}]"#
    }

    /// Reads a scenario of the usual members, some of them replaced.
    private static func read(_ members: String) throws -> SandboxScenario {
        let account =
            #"{"id": "FA4E0000000000000000000000000001", "number": "99990000001", "#
            + #""name": "A", "balance": 100}"#
        let usual = [
            ("version", "1"), ("day", "\"2026-03-06\""), ("accounts", "[\(account)]"),
        ]
        let kept = usual.filter { !members.hasPrefix("\"\($0.0)\"") }
            .map { "\"\($0.0)\": \($0.1)" }
        let text = "{" + (kept + [members]).joined(separator: ", ") + "}"
        return try SandboxScenario(json: Array(text.utf8), file: "x.json")
    }
}
