import Finance
import TestSupport
import Testing

@testable import SandboxBank

@Suite("Texts and numbers are written as the bank writes them", .io)
struct RowTextTests {
    @Test(
        "amounts take their shortest form with at least one decimal",
        arguments: [
            (-49_00, "-49.0"), (-10_21, "-10.21"), (12_043_21, "12043.21"), (0, "0.0"),
            (-5, "-0.05"), (96_50, "96.5"), (30_000_00, "30000.0"),
        ] as [(Int64, String)])
    func amounts(øre: Int64, text: String) {
        #expect(JSONOutput.shortest(Money(minorUnits: øre, currency: .nok)).text == text)
    }

    @Test("currencies without and with three decimals keep theirs")
    func otherCurrencies() throws {
        let yen = Money(minorUnits: 1_500, currency: try #require(Currency(code: "JPY")))
        #expect(JSONOutput.shortest(yen).text == "1500.0")
        let dinar = Money(minorUnits: 1_500, currency: try #require(Currency(code: "KWD")))
        #expect(JSONOutput.shortest(dinar).text == "1.5")
    }

    @Test(
        "rates are read exactly or not at all",
        arguments: [
            ("10.625", 106_250), ("1", 10_000), ("0.0001", 1), ("0", nil), ("-1", nil),
            ("1.00001", nil), ("1e2", nil), ("", nil), (".5", nil), ("1.", nil),
        ] as [(String, Int64?)])
    func rates(text: String, tenThousandths: Int64?) {
        #expect(SandboxRate(parsing: text)?.tenThousandths == tenThousandths)
    }

    @Test(
        "midnight is in summer time from the Monday after the last Sunday of March to that of October",
        arguments: [
            ("2026-03-28", "+01:00"), ("2026-03-29", "+01:00"), ("2026-03-30", "+02:00"),
            ("2026-10-25", "+02:00"), ("2026-10-26", "+01:00"), ("2027-03-28", "+01:00"),
            ("2027-03-29", "+02:00"), ("2026-12-31", "+01:00"), ("2026-07-01", "+02:00"),
        ])
    func offsets(day: String, offset: String) throws {
        #expect(OsloTime.offset(on: try #require(CalendarDay(isoText: day))) == offset)
    }

    @Test("control characters and quotes in texts are escaped")
    func escapes() {
        #expect(JSONOutput.string("a\"b\\c\n\u{1}ø").text == #""a\"b\\c\n\u0001ø""#)
    }
}
