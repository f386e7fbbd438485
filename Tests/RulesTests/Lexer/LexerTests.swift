import Finance
import Testing

@testable import Rules

@Suite("The lexer")
struct LexerTests {
    private func number(_ text: String) -> DecimalNumber? {
        let tokens = Lexer.tokens(of: text)
        guard tokens.count == 2, case .number(let number) = tokens[0].kind else { return nil }
        return number
    }

    @Test(
        "numbers (RL-4)",
        arguments: [
            ("8000", 8_000, 0), ("8 000", 8_000, 0), ("8\u{A0}000", 8_000, 0),
            ("8\u{2009}000\u{202F}000", 8_000_000, 0), ("8000.50", 80_005, 1),
            ("8000,50", 80_005, 1),
            ("8 000,55", 800_055, 2), ("0.5", 5, 1), ("0,500", 5, 1), ("007", 7, 0),
            ("12345,678", 12_345_678, 3), ("100.00", 100, 0),
        ])
    func numbers(_ text: String, _ digits: Int64, _ decimals: Int) {
        #expect(number(text) == DecimalNumber(digits: digits, decimals: decimals))
    }

    @Test(
        "what is no number or two",
        arguments: [
            ("8 0000", 3), ("1000 000", 3), ("8,000", 2), ("8.000", 2), ("1.234,50", 2),
            ("8, 5", 4),
            ("1,2,3", 2), ("1234567890123456", 2),
        ])
    func otherNumbers(_ text: String, _ tokens: Int) {
        #expect(number(text) == nil)
        #expect(Lexer.tokens(of: text).count == tokens)
    }

    @Test("a number may touch its currency or unit, not other letters")
    func touching() {
        #expect(Lexer.tokens(of: "500kr").map(\.text) == ["500", "kr", ""])
        #expect(Lexer.tokens(of: "500NOK").map(\.text) == ["500", "NOK", ""])
        #expect(Lexer.tokens(of: "30minutes").map(\.text) == ["30", "minutes", ""])
        #expect(Lexer.tokens(of: "15th").map(\.kind) == [.ordinal(15, suffix: "th"), .end])
        #expect(Lexer.tokens(of: "5m").map(\.kind) == [.ordinal(5, suffix: "m"), .end])
    }

    @Test("four quote styles are equal (RL-6)", arguments: ["'a b'", "\"a b\"", "“a b”", "«a b»"])
    func quotes(_ text: String) {
        #expect(Lexer.tokens(of: text).map(\.kind) == [.quoted("a b"), .end])
        #expect(Lexer.tokens(of: text).map(\.span) == [0..<5, 5..<5])
    }

    @Test(
        "times",
        arguments: [
            ("07:00", 420), ("7:30", 450), ("00:00", 0), ("24:00", 1_440), ("23:59", 1_439),
        ])
    func times(_ text: String, _ minutes: Int) {
        #expect(Lexer.tokens(of: text).first?.kind == .time(minutes))
    }

    @Test("what is no time", arguments: ["24:01", "25:00", "7:5", "07:60", "007:00", "1:000"])
    func otherTimes(_ text: String) {
        #expect(Lexer.tokens(of: text).first?.kind == .invalid(.notATime))
    }

    @Test("places are counted in code points")
    func places() {
        let tokens = Lexer.tokens(of: "å 😀 'e\u{301}' x")
        #expect(tokens.map(\.span) == [0..<1, 2..<3, 4..<8, 9..<10, 10..<10])
    }
}
