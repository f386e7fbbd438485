import Foundation
import TestSupport
import Testing

@testable import RuleTools

@Suite("Files of cases")
struct CaseReaderTests {
    private func failure(_ text: String) throws -> String {
        let entries = try CaseReader(Array(text.utf8), path: "c.json", zone: Make.oslo).entries()
        let entry = try #require(entries.first)
        guard case .failure(let failure) = entry.result else { return "no failure" }
        return failure.text
    }

    @Test("name every fault of a case at once, each at its place")
    func everyFault() throws {
        let text = #"""
            { "version": 1, "cases": [{
              "name": "", "zone": "Europe/Olso", "every": "often", "nots": 1,
              "rules": ["balance undr 100", { "id": "a",
                "when": "new debit ovr 5" }],
              "accounts": { "Kort": { "kind": "debt", "limit": 5 } },
              "timeline": [
                { "at": "9 o'clock" },
                { "at": "2026-03-06 09:00", "balance": { "Bruks": "5oo" }, "fualt": "server" },
                { "at": "2026-03-06 09:05", "balance": { "Bruks": "500" }, "rows": [
                  { "account": "Bruks", "amount": "1.234" }, { "row": "x", "gone": true } ] },
                { "at": "2026-03-06 09:00" }, { "down": "soon" }, { "fault": "fire" } ],
              "expect": [{ "at": "noon" }, { "txt": "a" }, {}] }] }
            """#
        let found = try failure(text).split(separator: "\n")
            .filter { $0.hasPrefix("c.json") }
            .map { $0.replacing("c.json:", with: "").replacing("error: [case] ", with: "") }
        #expect(
            found == [
                "1:27: the case has no name", "2:23: there is no such zone",
                "2:47: this is no length of time", "2:56: there is no key \"nots\" here",
                "3:22: [unknown-word] \"undr\" does not fit here",
                "4:24: [unknown-word] \"ovr\" does not fit here",
                "5:35: this word is not known here", "5:43: there is no key \"limit\" here",
                "7:13: this is no time: '9 o'clock'",
                "8:55: this is no balance: '5oo'", "8:64: there is no key \"fualt\" here",
                "10:39: 'amount' has more decimals than NOK: '1.234'",
                "10:50: there is nothing of this name to take out",
                "11:13: this is not after the step before",
                "11:45: this is no length of time: 'soon'", "11:66: there is no such fault",
                "12:22: this is no time: 'noon'", "12:34: there is no key \"txt\" here",
                "12:48: the expectation says nothing",
            ])
    }

    @Test("are refused if they are no list of cases")
    func noCases() throws {
        for text in ["", "[]", "{}", #"{"version": 1, "cases": []}"#, #"{"cases": [{}]}"#] {
            #expect(throws: CaseFileError.self) {
                try CaseReader(Array(text.utf8), path: "c.json", zone: Make.oslo).entries()
            }
        }
    }

    @Test("have a schema with the same keys")
    func schema() throws {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "rules/cases.schema.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let root = try #require(object as? [String: Any])
        let parts = try #require(root["$defs"] as? [String: [String: Any]])
        let expected: [String: [String]] = [
            "case": CaseReader.caseKeys, "account": CaseTimeline.accountKeys,
            "step": CaseTimeline.stepKeys, "row": CaseBank.rowKeys, "item": CaseBank.itemKeys,
            "notice": Expectation.notificationKeys, "finding": Expectation.findingKeys,
        ]
        for (name, keys) in expected {
            let properties = try #require(parts[name]?["properties"] as? [String: [String: Any]])
            #expect(Set(properties.keys) == Set(keys), "\(name)")
            #expect(parts[name]?["additionalProperties"] as? Bool == false, "\(name)")
        }
        let step = try #require(parts["step"]?["properties"] as? [String: [String: Any]])
        #expect(step["fault"]?["enum"] as? [String] == CaseTimeline.faults)
    }
}
