import Finance
import Foundation
import TestSupport
import Testing

@Suite("Money is read, added and written exactly")
struct MoneyTests {
    @Test(
        "reads every JSON number that is whole in minor units",
        arguments: [
            ("0", 0), ("-0", 0), ("-0.00", 0), ("95", 9_500), ("99.5", 9_950),
            ("-104.520", -10_452),
            ("1e2", 10_000), ("1E+2", 10_000), ("1.5e1", 1_500), ("12345e-2", 12_345),
            ("12300e-4", 123), ("1e000002", 10_000), ("0e99999", 0), ("0.01", 1), ("-0.01", -1),
            ("1.00000000000000000000000000000", 100), ("0.000000000000000000000e5", 0),
            ("92233720368547758.07", Int64.max), ("-92233720368547758.07", -Int64.max),
        ])
    func reads(text: String, minorUnits: Int64) throws {
        #expect(try Money(parsing: text, currency: .nok).minorUnits == minorUnits)
    }

    @Test(
        "refuses more decimals than the currency has",
        arguments: [
            "999.999", "0.001", "1e-3", "-104.5201", "1e-99999", "1.005",
        ])
    func tooPrecise(text: String) {
        #expect(throws: MoneyError.tooPrecise(text: text, currency: .nok)) {
            try Money(parsing: text, currency: .nok)
        }
    }

    @Test(
        "refuses what leaves 64 bits",
        arguments: [
            "92233720368547758.08", "-92233720368547758.08", "1e17", "1e99999", "-1e000099",
            "123456789012345678901234567890",
        ])
    func overflow(text: String) {
        #expect(throws: MoneyError.overflow) { try Money(parsing: text, currency: .nok) }
    }

    @Test(
        "refuses what JSON would not call a number",
        arguments: [
            "", " ", "+1", "1.", ".5", "01", "-", "--1", "1,50", "1 000", "1e", "1e+", "0x10",
            "NaN",
            "Infinity", "1.2.3", "12a", " 1", "1 ", "١٢", "−5", "1_000",
        ])
    func notANumber(text: String) {
        #expect(throws: MoneyError.notANumber(text: text)) {
            try Money(parsing: text, currency: .nok)
        }
    }

    @Test(
        "writes all decimals of the currency",
        arguments: [
            (Int64(0), "NOK", "0.00"), (5, "NOK", "0.05"), (-5, "NOK", "-0.05"),
            (-100_050, "NOK", "-1000.50"), (123, "JPY", "123"), (-7, "JPY", "-7"),
            (1_234, "KWD", "1.234"), (1, "CLF", "0.0001"),
            (.max, "NOK", "92233720368547758.07"), (-.max, "NOK", "-92233720368547758.07"),
        ])
    func writes(minorUnits: Int64, code: String, text: String) throws {
        let currency = try #require(Currency(code: code))
        let money = Money(minorUnits: minorUnits, currency: currency)
        #expect(money.decimalText == text)
        #expect(money.description == "\(text) \(code)")
        #expect(try Money(parsing: text, currency: currency) == money)
    }

    @Test("survives JSON unchanged")
    func codable() throws {
        let money = Money(minorUnits: -.max, currency: .nok)
        let data = try JSONEncoder().encode(money)
        #expect(String(decoding: data, as: UTF8.self).contains(#""-92233720368547758.07""#))
        #expect(try JSONDecoder().decode(Money.self, from: data) == money)
    }

    @Test(
        "refuses JSON with a wrong amount or currency",
        arguments: [
            #"{"amount":"1.005","currency":"NOK"}"#, #"{"amount":"x","currency":"NOK"}"#,
            #"{"amount":"1","currency":"kr"}"#, #"{"amount":1,"currency":"NOK"}"#,
        ])
    func badJSON(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Money.self, from: Data(text.utf8))
        }
    }

    @Test("adds and subtracts up to the edge and never beyond")
    func arithmetic() throws {
        let (most, least) = (
            Money(minorUnits: .max, currency: .nok), Money(minorUnits: .min, currency: .nok)
        )
        let one = Make.money("0.01")
        #expect(try most.subtracting(one).adding(one) == most)
        #expect(throws: MoneyError.overflow) { try most.adding(one) }
        #expect(throws: MoneyError.overflow) { try least.subtracting(one) }
        #expect(throws: MoneyError.overflow) { try least.negated() }
        #expect(throws: MoneyError.overflow) { try least.magnitude() }
        #expect(try most.negated().minorUnits == -Int64.max)
        #expect(try Make.money("-3").magnitude() == Make.money("3"))
    }

    @Test("never mixes currencies")
    func currencies() throws {
        let (kroner, dollars) = (Make.money("1"), Make.money("1", "USD"))
        let mixed = MoneyError.mixedCurrencies(kroner.currency, dollars.currency)
        #expect(throws: mixed) { try kroner.adding(dollars) }
        #expect(throws: mixed) { try kroner.subtracting(dollars) }
    }
}
