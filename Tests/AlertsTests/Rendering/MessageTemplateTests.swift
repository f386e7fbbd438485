import Finance
import Foundation
import Rules
import Testing

@testable import Alerts

@Suite("The person's own words (RL-41, D63)")
struct MessageTemplateTests {
    @Test("puts every value in once and leaves other braces alone")
    func braces() {
        let template = MessageTemplate("{account}: {value} {Value} {} {value")
        #expect(template.usedNames == ["account", "value"])
        #expect(template.text(in: .english) { "{\($0)}" } == "{account}: {value} {Value} {} {value")
        #expect(MessageTemplate("{limit}").text(in: .english) { _ in nil } == "(unknown)")
        #expect(MessageTemplate("").text(in: .english) { _ in nil }.isEmpty)
        #expect(MessageTemplate("{{value}}").text(in: .english) { _ in "1" } == "{1}")
    }

    @Test("a line break becomes a space, as the rules' documentation says")
    func lineBreaks() {
        let template = MessageTemplate("Line 1\r\n  line 2: {amount}\n")
        #expect(template.text(in: .english) { _ in "1,00 kr" } == "Line 1 line 2: 1,00 kr")
    }

    @Test("fills in figures, names and times of a level")
    func level() throws {
        var scene = Scene(
            Samples.rule(
                message: "{rule} {balance} {available} {limit} {value} {since} {count}",
                title: "{account} left"))
        try scene.at("08:00", Samples.clear())
        let notified = try scene.at("08:05", Samples.holds())
        #expect(notified.titles == ["Brukskonto left"])
        #expect(
            notified.first?.data.body
                == "low 95,00 kr 90,00 kr 100,00 kr 95,00 kr 06.03.2026 09:05 1")
    }

    @Test("fills in an event, without reading a bank's braces as placeholders")
    func event() throws {
        var scene = Scene(
            Samples.rule(
                "low", "new debit over 500", kind: .event,
                message: "{amount} {merchant} {text} {date} {account} {rule}"))
        let transaction = Samples.transaction("{amount}\u{1B}", -61_235, merchant: "Rema {rule}")
        let notified = try scene.at("09:00", Samples.event(transaction, .occurred))
        #expect(
            notified.first?.data.body
                == "−612,35 kr Rema {rule} {amount} 06.03.2026 Brukskonto low")
    }

    @Test("is used in a digest if it was written for one")
    func digest() throws {
        var scene = Scene(
            Samples.rule(
                "low", "new debit over 500", kind: .event, message: "{count} for {sum}"))
        try scene.at("09:00", (1...6).map { Samples.event("A\($0)", -10_000) })
        #expect(scene.notified.first?.data.body == "6 for −600,00 kr")
        scene.rules = [
            Samples.rule("low", "new debit over 500", kind: .event, message: "{amount}!")
        ]
        try scene.at("09:05", (1...6).map { Samples.event("B\($0)", -10_000) })
        #expect(scene.notified.last?.data.body.hasSuffix(" · rule low") == true)
    }

    @Test("is cut to size, and the end of an alert has its own words")
    func sizes() throws {
        let long = String(repeating: "å", count: 1_200)
        var scene = Scene(Samples.rule(message: long, title: long))
        let notified = try scene.at("08:00", Samples.holds())
        #expect(notified.first?.data.title.count == 80)
        #expect(notified.first?.data.body.count == 1_000)
        let over = try scene.at("08:05", Samples.clear())
        #expect(over.first?.data.body == "From 09:00 to 09:05 · rule low")
    }
}
