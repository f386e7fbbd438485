import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Events (section 4, RL-14, RL-20)")
struct EventAlertTests {
    private let rule = Samples.rule("low", "new debit over 500", kind: .event)

    @Test("tells each transaction once, with its figure and text")
    func once() throws {
        var scene = Scene(rule)
        let notified = try scene.at("09:00", Samples.event("PUMPESTASJON 44"))
        #expect(notified.types == [.fired])
        #expect(notified.titles == ["−612,35 kr PUMPESTASJON 44"])
        #expect(notified.first?.data.body == "Brukskonto · reserved today · new debit over 500")
        #expect(notified.first?.data.reason == .newTransaction)
        #expect(notified.first?.data.alreadySo == false)
        #expect(notified.first?.data.transaction?.amount == "-612.35")
        #expect(notified.first?.data.account?.number == "•••• •• •0001")
        #expect(try scene.at("09:05", Samples.event("PUMPESTASJON 44")).isEmpty)
    }

    @Test("tells five of one evaluation by themselves and six as one digest (RL-20)")
    func digest() throws {
        var scene = Scene(rule)
        let five = (1...5).map { Samples.event("A\($0)", -60_000) }
        #expect(try scene.at("09:00", five).types == Array(repeating: .fired, count: 5))
        let six = (1...6).map { Samples.event("B\($0)", -60_000 - Int64($0) * 100) }
        let notified = try scene.at("09:05", six)
        #expect(notified.types == [.digest])
        let data = try #require(notified.first?.data)
        #expect(data.count == 6)
        #expect(data.sum == Samples.kroner(-362_100))
        #expect(data.items?.map(\.transaction?.text) == ["B6", "B5", "B4"])
        #expect(data.title == "6 transactions: −3\u{A0}621,00 kr")
        #expect(data.body.contains("· and 3 more ·"))
        #expect(data.rule?.id == "low")
    }

    @Test("two rules count apart (RL-20)")
    func rulesApart() throws {
        var scene = Scene(rule, Samples.rule("big", "new debit over 600", kind: .event))
        let verdicts = (1...4).flatMap {
            [Samples.event("A\($0)"), Samples.event("A\($0)", rule: "big")]
        }
        #expect(try scene.at("09:00", verdicts).types == Array(repeating: .fired, count: 8))
    }

    @Test("corrects a told amount on the channels that got it (RL-14, D33)")
    func corrected() throws {
        var scene = Scene(rule)
        try scene.at("09:00", Samples.event("HOTELL", -100_000))
        scene.rules = [Samples.rule("low", "new debit over 500", kind: .event, notify: ["family"])]
        let verdict = Samples.corrected("HOTELL", from: -100_000, to: -112_500)
        let notified = try scene.at("09:05", verdict)
        #expect(notified.types == [.corrected])
        let data = try #require(notified.first?.data)
        #expect(data.previousAmount == Samples.kroner(-100_000))
        #expect(data.transaction?.previousAmount == "-1000.00")
        #expect(data.value?.money == Samples.kroner(-112_500))
        #expect(data.title == "−1\u{A0}125,00 kr HOTELL (was −1\u{A0}000,00 kr)")
        #expect(scene.outbox.map(\.channel) == ["desktop", "desktop"])
        let again = try scene.at("09:10", Samples.corrected("HOTELL", from: -112_500, to: -1))
        #expect(again.types == [.corrected])
        #expect(Set(scene.notified.map(\.id)).count == 3)
    }

    @Test("corrects nothing that was never told, and nothing that did not change (D33)")
    func notCorrected() throws {
        var scene = Scene(rule)
        #expect(try scene.at("09:00", Samples.corrected("A", from: -1, to: -2)).isEmpty)
        try scene.at("09:05", Samples.event("B", -60_000))
        #expect(try scene.at("09:10", Samples.corrected("B", from: -60_000, to: -60_000)).isEmpty)
    }

    @Test("corrects a transaction that was told in a digest")
    func correctedAfterDigest() throws {
        var scene = Scene(rule)
        try scene.at("09:00", (1...9).map { Samples.event("A\($0)", -60_000) })
        let notified = try scene.at("09:05", Samples.corrected("A2", from: -60_000, to: -70_000))
        #expect(notified.types == [.corrected])
    }

    @Test("mends a held notice instead of correcting it")
    func fixed() throws {
        var scene = Scene(
            Samples.rule("low", "new debit over 500", kind: .event, clauses: .daytime()))
        try scene.at("02:00", Samples.event("HOTELL", -100_000))
        try scene.at("03:00", Samples.corrected("HOTELL", from: -100_000, to: -112_500))
        let notified = try scene.at("06:00")
        #expect(notified.types == [.fired])
        #expect(notified.titles == ["−1\u{A0}125,00 kr HOTELL"])
        #expect(notified.first?.data.since == Samples.instant("02:00"))
    }

    @Test("mends a held digest's sum")
    func fixedDigest() throws {
        var scene = Scene(
            Samples.rule("low", "new debit over 500", kind: .event, clauses: .daytime()))
        try scene.at("02:00", (1...9).map { Samples.event("A\($0)", -60_000) })
        try scene.at("03:00", Samples.corrected("A9", from: -60_000, to: -70_000))
        let notified = try scene.at("06:00")
        #expect(notified.first?.data.sum == Samples.kroner(-550_000))
        #expect(notified.first?.data.count == 9)
        let later = try scene.at("09:00", Samples.corrected("A9", from: -70_000, to: -80_000))
        #expect(later.types == [.corrected])
    }

    @Test("shows what a transaction without a text is", arguments: ["", "  \u{202E}\n"])
    func noText(_ text: String) throws {
        var scene = Scene(rule)
        #expect(try scene.at("09:00", Samples.event(text)).titles == ["−612,35 kr (no text)"])
    }

    @Test("forgets told events after a hundred days, not before")
    func maintenance() throws {
        var scene = Scene(rule)
        try scene.at("09:00", Samples.event("A"))
        let day = try #require(Samples.instant("09:00"))
        let engine = scene.engine
        let soon = engine.maintenance(
            ledger: scene.ledger, at: day.addingTimeInterval(99 * 86_400))
        #expect(soon.isEmpty)
        let late = engine.maintenance(
            ledger: scene.ledger, at: day.addingTimeInterval(101 * 86_400))
        #expect(late.removedAlerts == scene.ledger.alerts.values.map(\.key))
    }
}
