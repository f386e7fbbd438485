import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("The rules file")
struct RulesFileTests {
    private func load(_ text: String, channels: Set<String> = []) -> RulesFileResult {
        RulesFile.load(Array(text.utf8), fileName: "rules.json", channels: channels)
    }

    @Test("a rule with nothing but a sentence has the defaults (RL-40)")
    func defaults() throws {
        let result = load(#"{"version": 1, "rules": [{"when": "balance under 100 NOK"}]}"#)
        #expect(result.findings.isEmpty)
        let rule = try #require(result.ruleSet?.rules.first)
        #expect(rule.id == "balance-under-100-nok")
        #expect(rule.notify == ["desktop"])
        #expect(rule.urgency == .normal)
        #expect(rule.resolve)
        #expect(rule.message == nil && rule.title == nil)
        #expect(rule.kind == .level)
        #expect(rule.sentence == "balance under 100 NOK")
    }

    @Test("a rule may be nothing but its sentence, with the defaults and with its place (RL-79)")
    func plainSentences() throws {
        let result = load(
            #"{"version": 1, "rules": ["balance under 100 NOK", {"when": "new debit over 500"}]}"#)
        #expect(result.findings.isEmpty)
        #expect(
            result.ruleSet?.rules.map(\.id) == ["balance-under-100-nok", "new-debit-over-500"])
        #expect(result.ruleSet?.rules.first?.notify == ["desktop"])
        let wrong = load("{\"version\": 1, \"rules\": [\n  \"balance undr 100 NOK\", 7]}")
        #expect(wrong.findings.map(\.code) == ["unknown-word", "wrong-json-type"])
        #expect(wrong.findings.map { "\($0.line):\($0.column)" } == ["2:12", "2:27"])
    }

    @Test("every key is read, comments and trailing commas are fine")
    func everything() throws {
        let text = """
            { "$schema": "./rules.schema.json", // where the schema is
              "version": 1,
              "rules": [
                { "id": "a", "when": "new debit over 500", "notify": ["family", "terminal"],
                  "message": "{amount} {merchant}", "title": "Å {text}", "urgency": "critical",
                  "resolve": false, "enabled": true, "note": "mine", },
                { "id": "b", "when": "balance under 1", "enabled": false },
              ], }
            """
        let result = load(text, channels: ["family"])
        #expect(result.findings.isEmpty)
        let rule = try #require(result.ruleSet?.rule("a"))
        #expect(rule.notify == ["family", "terminal"])
        #expect(rule.message == "{amount} {merchant}")
        #expect(rule.title == "Å {text}")
        #expect(rule.urgency == .critical)
        #expect(!rule.resolve)
        #expect(result.ruleSet?.rules.count == 1)
        #expect(result.located.map(\.rule.id) == ["a", "b"])
        #expect(result.ruleSet?.fileHash == RulesFile.hash(of: Array(text.utf8)))
    }

    @Test("a summary may bring the report, and no other rule may")
    func report() {
        func load(_ sentence: String) -> RulesFileResult {
            self.load(#"{"version":1,"rules":[{"when":"\#(sentence)","report":true}]}"#)
        }
        let spending = "summary of spending by category every day at 08:00"
        for sentence in ["summary every monday at 08:00", spending] {
            let result = load(sentence)
            #expect(result.ruleSet?.rules.first?.attachesReport == true, "\(result.findings)")
        }
        let wrong = load("new debit over 500")
        #expect(wrong.ruleSet == nil && wrong.findings.map(\.code) == ["report-without-summary"])
        #expect(wrong.findings.first?.column == 61)
    }

    @Test("ids follow from the body alone and are distinct (RL-1)")
    func derivedIDs() {
        let sentences = [
            "balance below 100 kr, for 1 hour", "balance is under 100 NOK",
            "new debit at 'BLÅBÆR & Sønn'", "number of purchases today is over 5",
        ]
        let rules = sentences.map { #"{"when": "\#($0)"}"# }.joined(separator: ",")
        let given = #"{"id": "number-of-purchases-today-over-5", "when": "new debit"}"#
        let result = load(#"{"version":1,"rules":[\#(rules),\#(given)]}"#)
        #expect(
            result.ruleSet?.rules.map(\.id) == [
                "balance-under-100-nok", "balance-under-100-nok-2", "new-debit-at-blabaer-sonn",
                "number-of-purchases-today-over-5-2", "number-of-purchases-today-over-5",
            ])
    }

    @Test("one error keeps all rules back, and all errors are told (D36, RL-50)")
    func allAtOnce() {
        let result = load(
            #"{"version":1,"rules":[{"when":"balance undr 1"},{"when":"new debt"},{"when":"new fee"}]}"#
        )
        #expect(result.ruleSet == nil)
        #expect(result.findings.map(\.code) == ["unknown-word", "unknown-word"])
        #expect(result.located.map(\.rule.sentence) == ["new fee"])
    }

    @Test("the finding of the contract reads word for word (RL-50)")
    func contract() {
        let text = """
            {
              "version": 1,
              "rules": [
                { "id": "low-bruks",
                  "when": "balance of 'Brukskonto' is undr 100 NOK" } ] }
            """
        let expected = """
            rules.json:5:43: error [unknown-word] in rule "low-bruks"
                balance of 'Brukskonto' is undr 100 NOK
                                           ^^^^
                expected: under, over, at least, at most
                did you mean "under"?  →  balance of 'Brukskonto' is under 100 NOK
            """
        #expect(FindingRenderer.text(load(text).findings) == expected)
    }

    @Test("JSON findings have exactly the keys of the contract (D2)")
    func json() throws {
        let findings = load(#"{"version":1,"rules":[{"when":"balance undr \"1"}]}"#).findings
        let data = Data(FindingRenderer.json(findings).utf8)
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let list = try #require(root["findings"] as? [[String: Any]])
        #expect(root.count == 1)
        #expect(
            list.map { Set($0.keys) } == [
                [
                    "file", "line", "column", "length", "rule", "code", "severity", "message",
                    "expected", "suggestion",
                ]
            ])
        #expect(list.first?["severity"] as? String == "error")
        #expect(list.first?["rule"] is NSNull)
    }

    @Test("columns go through escapes and count characters")
    func escapes() {
        for (text, column, length) in [
            (#"{"version":1,"rules":[{"when":"\u0062alance undr 1"}]}"#, 45, 4),
            (#"{"version":1,"rules":[{"when":"balance of «Å» und\u0072 1"}]}"#, 47, 9),
            (#"{"version":1,"rules":[{"when":"balance of \"\ud83d\ude00\" undr 1"}]}"#, 60, 4),
        ] {
            let finding = load(text).findings.first
            #expect(finding?.column == column, "\(text)")
            #expect(finding?.length == length, "\(text)")
        }
    }

    @Test("10,000 rules are read, one more is refused (RL-7)")
    func limit() {
        let rule = #"{"when":"balance under 1"}"#
        func file(_ count: Int) -> String {
            #"{"version":1,"rules":["#
                + Array(repeating: rule, count: count).joined(separator: ",") + "]}"
        }
        #expect(load(file(10_001)).findings.map(\.code) == ["too-many-rules"])
        #expect(load(file(100)).ruleSet?.rules.count == 100)
    }

    @Test(
        "placeholders are known for every kind (RL-41, D63)",
        arguments: [
            ("balance under 1", "{rule} {account} {balance} {available} {limit} {value} {since}"),
            ("spending today over 1", "{rule} {limit} {value}"),
            (
                "new debit",
                "{amount} {merchant} {text} {date} {account} {rule} {count} {sum} {since}"
            ),
            ("bank unreachable", "{rule} {since}"),
        ])
    func placeholders(_ sentence: String, _ message: String) {
        let text = #"{"version":1,"rules":[{"when":"\#(sentence)","message":"\#(message)"}]}"#
        #expect(load(text).findings.isEmpty)
    }

    @Test("hostile names can't steer a terminal")
    func hostile() {
        let text =
            "{\"version\":1,\"rules\":[{\"id\":\"a\\u001b[2J\",\"when\":\"balance\\u001b[31m\"}]}"
        let said = FindingRenderer.text(load(text).findings)
        #expect(!said.contains("\u{1B}"))
        #expect(!said.isEmpty)
    }
}
