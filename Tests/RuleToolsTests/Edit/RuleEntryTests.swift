import Foundation
import Testing

@testable import RuleTools

@Suite("Adding a rule to a file")
struct RuleEntryTests {
    private func added(_ file: String, _ entry: RuleEntry = RuleEntry("new fee")) -> String? {
        entry.appended(to: Array(file.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "keeps every other byte, and begins where the last rule does",
        arguments: [
            (#"{"rules":["a"]}"#, #"{"rules":["a", "new fee"]}"#),
            (#"{"rules": []}"#, "{\"rules\": [\n    \"new fee\"\n  ]}"),
            (
                "{ \"rules\": [\n  {\"when\": \"a\"}, // one\n  \"b\" // two, and\n ] } // end",
                "{ \"rules\": [\n  {\"when\": \"a\"}, // one\n  \"b\", // two, and\n  \"new fee\"\n ] } // end"
            ),
            (
                "{\"rules\":[\n\t\"a\", /* , */\n]}",
                "{\"rules\":[\n\t\"a\", /* , */\n\t\"new fee\"\n]}"
            ),
            ("{\"rules\":[ \"a\" // x\n]}", "{\"rules\":[ \"a\", // x\n    \"new fee\"\n]}"),
            ("{\"rules\":[ \"a\" /*,*/ ]}", "{\"rules\":[ \"a\", /*,*/\n    \"new fee\" ]}"),
        ])
    func layouts(file: String, expected: String) {
        #expect(added(file) == expected)
    }

    @Test("writes an object if there is more than a sentence")
    func object() {
        let entry = RuleEntry(#"new debit at "X""#, id: "x", notify: ["desktop", "family"])
        #expect(
            added(#"{"rules":["a"]}"#, entry)
                == #"{"rules":["a", { "id": "x", "when": "new debit at \"X\"", "notify": ["desktop","family"] }]}"#
        )
    }

    @Test("leaves a text alone that is no rules file", arguments: ["", "[]", "{", #"{"rules":1}"#])
    func noFile(text: String) {
        #expect(added(text) == nil)
    }
}
