import Foundation
import TestSupport
import Testing

@Suite("Guarantees: what is held, merged and counted", .programs)
struct HeldGuaranteeTests {
    @Test("guarantee 18: quiet hours delay what happens, begins and ends in them, and drop nothing")
    func quietHours() async throws {
        let stage = try await Stage(at: "2026-03-06 20:00")
        try stage.rule([
            "low": "balance of Lommepenger under 100, between 07:00 and 22:00",
            "poor": "balance of Brukskonto under 8000, between 07:00 and 22:00",
            "big": "new debit over 500, between 07:00 and 22:00",
        ])
        try await stage.once()
        try stage.clock?.pass(until: "2026-03-06 23:00")
        try await stage.hold("80.00")
        for amount in ["-700.00", "-800.00"] { try await stage.pay(amount, from: "Brukskonto") }
        try await stage.once()
        try stage.clock?.pass(until: "2026-03-07 03:00")
        try await stage.hold("300.00")
        try await stage.once()
        try await stage.once(at: "2026-03-07 06:59")
        #expect(stage.receiver.words.isEmpty)
        try await stage.once(after: .seconds(70))
        let notified = stage.receiver.entries.map(\.body)
        #expect(
            Set(notified.map(\.word)) == [
                "alert.digest big", "alert.fired poor", "alert.digest low",
            ])
        #expect(notified.first { $0.word.hasSuffix("big") }?.data.count == 2)
        #expect(
            notified.first { $0.word.hasSuffix("low") }?.data.title.contains(" was low: ") == true)
        try await stage.once(at: "2026-03-07 12:00")
        #expect(stage.receiver.entries.count == notified.count)
    }

    @Test("guarantee 19: a limit merges thirty events of an hour and discards none")
    func limit() async throws {
        let stage = try await Stage(at: "2026-03-06 12:00")
        try stage.rule(["out": "new debit over 5, at most once a day"])
        try await stage.once()
        for number in 0..<30 {
            try await stage.pay("-\(10 + number).00", from: "Brukskonto")
            if [0, 9, 29].contains(number) { try await stage.once(after: .seconds(1_200)) }
        }
        #expect(stage.receiver.words == ["alert.fired out"])
        try await stage.once(at: "2026-03-07 00:01")
        let notified = stage.receiver.entries.map(\.body)
        #expect(notified.map { $0.data.count ?? 1 } == [1, 29])
        #expect(notified.last?.type == "alert.digest")
    }

    @Test(
        "guarantee 20: a sum is notified once per month of the local calendar, and begins again in silence",
        arguments: [
            ("2026-03-27 12:00", "2026-03-31 23:50", "2026-04-01 00:10"),
            ("2026-10-23 12:00", "2026-10-31 23:50", "2026-11-01 00:10"),
        ])
    func month(start: String, end: String, next: String) async throws {
        let stage = try await Stage(at: start)
        try stage.rule(["much": "spending this month over 1000"])
        try await stage.once()
        try await stage.pay("-1100.00", from: "Brukskonto")
        try await stage.once(after: .seconds(600))
        #expect(stage.receiver.words == ["alert.fired much"])
        try stage.clock?.pass(until: end)
        try await stage.bank.day(String(end.prefix(10)))
        try await stage.pay("-900.00", from: "Brukskonto")
        try await stage.once()
        try await stage.once(at: next)
        #expect(stage.receiver.words.count == 1)
        try await stage.pay("-1001.00", from: "Brukskonto")
        try await stage.once(after: .seconds(600))
        #expect(stage.receiver.words == ["alert.fired much", "alert.fired much"])
        #expect(Set(stage.receiver.entries.map(\.body.id)).count == 2)
    }

    @Test("guarantee 22: a silence has an end and a reason, and lists what it held")
    func silence() async throws {
        let stage = try await Stage(at: "2026-03-06 09:00")
        try await stage.once()
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        let added = try await stage.run(
            ["silence", "add", "--all", "--for", "2h", "--reason", "at the cinema"] + settings)
        #expect(added.code == 0, "\(added.errors)")
        try await stage.hold("80.00")
        try await stage.once(after: .seconds(600))
        #expect(stage.receiver.words.isEmpty)
        let list = try await stage.run(["silence", "list"] + settings).lines.joined()
        #expect(list.contains("at the cinema") && list.contains("Lommepenger"), "\(list)")
        #expect(list.contains("11:00"), "\(list)")
        try await stage.once(after: .seconds(7_200))
        #expect(stage.receiver.words == ["alert.fired low"])
    }
}
