import Finance
import Foundation
import Testing

@Suite("Currencies")
struct CurrencyTests {
    @Test(
        "are three capital letters",
        arguments: [
            ("NOK", true), ("XXX", true), ("nok", false), ("kr", false), ("NOKK", false),
            ("", false),
            ("N0K", false), ("NØK", false), (" NO", false),
        ])
    func code(text: String, isCurrency: Bool) {
        #expect((Currency(code: text) != nil) == isCurrency)
    }

    @Test(
        "have the decimals of ISO 4217",
        arguments: [
            ("NOK", 2), ("USD", 2), ("EUR", 2), ("JPY", 0), ("ISK", 0), ("KRW", 0), ("KWD", 3),
            ("TND", 3), ("CLF", 4), ("UYW", 4), ("XXX", 2),
        ])
    func decimals(code: String, digits: Int) {
        #expect(Currency(code: code)?.minorUnitDigits == digits)
    }

    @Test("are plain text in JSON and refused otherwise")
    func codable() throws {
        #expect(try JSONEncoder().encode([Currency.nok]) == Data(#"["NOK"]"#.utf8))
        #expect(try JSONDecoder().decode([Currency].self, from: Data(#"["NOK"]"#.utf8)) == [.nok])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Currency].self, from: Data(#"["nok"]"#.utf8))
        }
    }
}
