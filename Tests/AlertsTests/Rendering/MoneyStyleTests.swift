import Alerts
import Finance
import Foundation
import Testing

@Suite("Money style (D64)")
struct MoneyStyleTests {
    @Test(
        "writes kroner as Norwegians do",
        arguments: [
            (9_500, "95,00 kr"), (-61_235, "−612,35 kr"), (0, "0,00 kr"), (5, "0,05 kr"),
            (123_450, "1\u{A0}234,50 kr"), (-123_456_789, "−1\u{A0}234\u{A0}567,89 kr"),
            (100_000, "1\u{A0}000,00 kr"), (99_999, "999,99 kr"),
            (Int64.min, "−92\u{A0}233\u{A0}720\u{A0}368\u{A0}547\u{A0}758,08 kr"),
        ] as [(Int64, String)])
    func norwegian(_ minorUnits: Int64, _ text: String) {
        #expect(MoneyStyle.norwegian.text(Samples.kroner(minorUnits)) == text)
    }

    @Test("writes other currencies with their code and their decimals")
    func currencies() throws {
        let (yen, dinar) = try (#require(Currency(code: "JPY")), #require(Currency(code: "KWD")))
        let style = MoneyStyle.norwegian
        #expect(style.text(Money(minorUnits: -1_200, currency: yen)) == "−1\u{A0}200 JPY")
        #expect(style.text(Money(minorUnits: 1_200, currency: dinar)) == "1,200 KWD")
    }

    @Test(
        "tells Norwegian locales from others",
        arguments: [
            ("nb_NO", "95,00 kr"), ("nn-NO.UTF-8", "95,00 kr"), ("no", "95,00 kr"),
            ("en_GB", "95.00 NOK"), ("C", "95.00 NOK"), ("", "95.00 NOK"),
        ])
    func locales(_ identifier: String, _ text: String) {
        #expect(MoneyStyle(localeIdentifier: identifier).text(Samples.kroner(9_500)) == text)
    }

    @Test("writes days, times and counts")
    func others() throws {
        let day = try #require(CalendarDay(isoText: "2026-03-06"))
        let instant = try #require(InstantText.instant("2026-03-06T23:05:59Z"))
        let english = MoneyStyle(localeIdentifier: "en_GB")
        #expect(MoneyStyle.norwegian.text(day) == "06.03.2026")
        #expect(english.text(day) == "2026-03-06")
        #expect(MoneyStyle.norwegian.text(instant, in: Samples.oslo) == "07.03.2026 00:05")
        #expect(english.time(instant, in: .gmt) == "23:05")
        #expect(english.number(-12_345) == "−12\u{A0}345")
    }
}
