import Alerts
import Foundation
import Rules
import Testing

@Suite("Stored states")
struct StateCodingTests {
    private func without(_ names: [String], _ value: some Encodable) throws -> Data {
        let data = try JSONEncoder().encode(value)
        var object = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        for name in names { object[name] = nil }
        return try JSONSerialization.data(withJSONObject: object)
    }

    @Test("an alert without the newer members has their defaults")
    func oldAlert() throws {
        var state = AlertState(
            ruleID: "low", body: "b", subject: .rule, since: Date(timeIntervalSince1970: 5))
        state.alreadySo = true
        state.reminders = 4
        state.orderKey = "digest"
        #expect(
            try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(state)) == state)
        let old = try JSONDecoder().decode(
            AlertState.self, from: without(["alreadySo", "reminders", "orderKey"], state))
        #expect(!old.alreadySo && old.reminders == 0 && old.orderKey == nil)
    }

    @Test("a rule without a generation is in its first")
    func oldRule() throws {
        let state = RuleState(
            ruleID: "low", body: "b", baselineAt: Date(timeIntervalSince1970: 5), generation: 3)
        #expect(
            try JSONDecoder().decode(RuleState.self, from: JSONEncoder().encode(state)) == state)
        let old = try JSONDecoder().decode(
            RuleState.self, from: without(["generation"], state))
        #expect(old.generation == 1)
    }

    @Test("a held notice without channels is for all of the rule")
    func oldHeld() throws {
        let notice = Notice(
            type: .fired, id: "ntc_1", timestamp: Date(timeIntervalSince1970: 5),
            data: NoticeCodingSamples.data)
        let held = HeldNotice(
            notice: notice, alertKey: AlertKey(ruleID: "low", body: "b", subject: .rule),
            cause: .quiet, dueAt: Date(timeIntervalSince1970: 9), channels: ["x"])
        let old = try JSONDecoder().decode(
            HeldNotice.self, from: without(["channels"], held))
        #expect(old.channels == nil)
        #expect(old.notice == notice)
    }
}
