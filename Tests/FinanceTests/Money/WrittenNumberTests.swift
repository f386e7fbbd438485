import Finance
import Testing

@Suite("Numbers as people write them")
struct WrittenNumberTests {
    @Test(
        "are read with groups and either decimal sign",
        arguments: [
            ("500", 500, 0), ("8 000", 8_000, 0), ("1\u{A0}249,00", 1_249, 0),
            ("8\u{2009}000\u{202F}000", 8_000_000, 0), ("99,50", 995, 1), ("0.5", 5, 1),
            ("12345,678", 12_345_678, 3), ("007", 7, 0),
        ])
    func reads(text: String, digits: Int64, decimals: Int) {
        #expect(
            WrittenNumber(text)?.value
                == .number(DecimalNumber(digits: digits, decimals: decimals)))
    }

    @Test(
        "that may be two numbers are given as both",
        arguments: [("1,000", "1000", "1.00"), ("8.123", "8123", "8.1230")])
    func ambiguous(text: String, thousands: String, small: String) {
        #expect(WrittenNumber(text)?.value == .ambiguous(thousands, small))
    }

    @Test(
        "with points and commas are offered without groups",
        arguments: [
            ("1.234,50", "1234.50"), ("1,234.50", "1234.50"), ("1.234.567", "1234567"),
            ("1,2,3", "12.3"), ("1.234,567", "1234.567"), ("1,234.567", "1234.567"),
            ("1,234,567.890", "1234567.890"),
        ])
    func grouped(text: String, plain: String) {
        #expect(WrittenNumber(text)?.value == .grouped(plain))
    }

    @Test("of more than 15 digits are too large")
    func tooLarge() {
        #expect(WrittenNumber("1234567890123456")?.value == .tooLarge)
        #expect(WrittenNumber("123456789012345")?.value != .tooLarge)
    }

    @Test("end where the number ends")
    func end() {
        let scalars = Array("8 0000 kr".unicodeScalars)
        #expect(WrittenNumber(startOf: scalars[...])?.length == 1)
        #expect(WrittenNumber(startOf: scalars[2...])?.length == 4)
        #expect(WrittenNumber("8 0000") == nil)
        #expect(WrittenNumber("-5") == nil)
        #expect(WrittenNumber("") == nil)
    }
}
