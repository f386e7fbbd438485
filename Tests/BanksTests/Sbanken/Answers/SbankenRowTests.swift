import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks

@Suite("Fields of the bank's answers", .io)
struct SbankenRowTests {
    @Test(
        "an amount is read from its digits, exactly",
        arguments: [
            ("0", 0), ("0.0", 0), ("-0.0", 0), ("0e999", 0), ("0.1", 10), ("0.2", 20), ("0.3", 30),
            ("0.30000000000000000", 30), ("1e2", 10_000), ("1E+2", 10_000), ("1.5e1", 1_500),
            ("-104.520", -10_452), ("12345678.91", 1_234_567_891), ("10.500", 1_050),
            ("92233720368547758.07", Int64.max), ("-92233720368547758.07", -Int64.max),
            ("4503599627370497.13", 450_359_962_737_049_713),
        ])
    func amount(digits: String, minorUnits: Int64) throws {
        let amount = try row(#"{"amount": \#(digits)}"#).amount("amount", in: .nok)
        #expect(amount == Money(minorUnits: minorUnits, currency: .nok))
    }

    @Test(
        "an amount that kroner cannot hold is no amount",
        arguments: [
            "999.999", "0.001", "1.5e-3", "0.30000000000000004", "92233720368547758.08", "1e17",
            "-92233720368547758.08", "1e400", "\"12.34\"", "true", "[]", "{}",
            "1234567890123456789012345678901234567890.12",
        ])
    func noAmount(digits: String) throws {
        let row = try row(#"{"amount": \#(digits)}"#)
        #expect(throws: BankError.self) { try row.amount("amount", in: .nok) }
    }

    @Test(
        "a day is taken as written, whatever time and offset follow",
        arguments: [
            "2026-03-06", "2026-03-06T00:00:00", "2026-03-06T00:00:00+01:00",
            "2026-03-06T23:59:59Z", "2026-03-06T00:00:00.0000000+02:00",
        ])
    func day(text: String) throws {
        let day = try row(#"{"day": "\#(text)"}"#).day("day")
        #expect(day?.description == "2026-03-06")
    }

    @Test(
        "what is no day is refused",
        arguments: [
            "\"\"", "\"2026-3-6\"", "\"06.03.2026\"", "\"2026-02-29T00:00:00\"", "20260306",
            "\"2026-13-01\"", "\"2026-03-06 00:00:00\"", "\"x2026-03-06\"",
        ])
    func noDay(json: String) throws {
        let row = try row(#"{"day": \#(json)}"#)
        #expect(throws: BankError.self) { try row.day("day") }
    }

    @Test("absent and null fields are the same")
    func absent() throws {
        for text in ["{}", #"{"a": null}"#] {
            let row = try row(text)
            let found: [Any?] = [
                try row.text("a"), try row.words("a"), try row.whole("a"), try row.flag("a"),
                try row.amount("a", in: .nok), try row.digits("a"), try row.day("a"),
            ]
            #expect(found.allSatisfy { $0 == nil })
            #expect(try row.row("a") == nil)
            #expect(throws: BankError.self) { try row.required(try row.text("a"), "a") }
        }
    }

    @Test("blanks around words go, and words of blanks are none")
    func words() throws {
        #expect(try row(#"{"a": "  x y\t "}"#).words("a") == "x y")
        #expect(try row(#"{"a": " \t "}"#).words("a") == nil)
        #expect(try row(#"{"a": ""}"#).words("a") == nil)
    }

    private func row(_ text: String) throws -> AnswerRow {
        try Fixture.row(text)
    }
}
