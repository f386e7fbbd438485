import TestSupport
import Testing

@testable import Rules

@Suite("Texts and patterns (RL-5, RL-6)")
struct TextPatternTests {
    @Test(
        "globs match the whole text",
        arguments: [
            ("REMA*", "Rema 1000", true), ("*1000", "Rema 1000", true), ("*MA*", "Rema 1000", true),
            ("REMA", "Rema 1000", false), ("rema 1000", "REMA  1000 ", true), ("*", "", true),
            ("?", "å", true), ("?", "", false), ("?", "ab", false), ("a?c", "abc", true),
            ("a*b*c", "a1b2c", true), ("a*b*c", "a1c2b", false), ("*a*a", "a", false),
            ("a*a", "a", false), ("a*a", "aa", true), ("**", "x", true), ("*?b", "ab", true),
            ("ØKERN*", "økern senter", true), ("OKERN*", "ØKERN", false),
            ("A\u{30A}se", "ÅSE", true), ("*ab", "aab", true), ("x*ab*ab", "xab", false),
        ])
    func globs(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(TextPattern(glob: pattern).matches(text) == isMatch)
    }

    @Test(
        "containing looks anywhere and knows no wildcards",
        arguments: [
            ("1000", "REMA 1000 A", true), ("rema", "REMA", true), ("*", "REMA", false),
            ("a*", "xa*y", true), ("æ", "BÆR", true), ("ae", "BÆR", false),
        ])
    func containing(_ part: String, _ text: String, _ isMatch: Bool) {
        #expect(TextPattern(containing: part).matches(text) == isMatch)
    }

    @Test("agrees with a plain recursive definition on random texts")
    func oracle() {
        var random = SeededGenerator(seed: 7)
        func word(_ letters: [Character], _ limit: Int) -> String {
            String(
                (0..<Int.random(in: 0...limit, using: &random)).map { _ in
                    letters[Int.random(in: 0..<letters.count, using: &random)]
                })
        }
        for _ in 0..<20_000 {
            let pattern = word(["a", "b", "*", "?"], 6)
            let text = word(["a", "b"], 7)
            let expected = Self.matches(Array(pattern)[...], Array(text)[...])
            #expect(TextPattern(glob: pattern).matches(text) == expected, "\(pattern) \(text)")
        }
    }

    private static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>)
        -> Bool
    {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return matches(pattern.dropFirst(), text)
                || (!text.isEmpty && matches(pattern, text.dropFirst()))
        }
        guard let letter = text.first, first == "?" || first == letter else { return false }
        return matches(pattern.dropFirst(), text.dropFirst())
    }

    @Test(
        "what a booking wraps around the merchant is taken off (D44)",
        arguments: [
            ("*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000", "fjordby taxi as"),
            ("USD 30.00 EXAMPLE HOSTING Kurs: 10.6250", "example hosting"),
            ("06.03 MATBUTIKKEN", "matbutikken"), ("FJORDBY TAXI AS", nil), ("06.03", nil),
            ("*0000", nil), ("7 Eleven 123", nil),
        ])
    func unwrapped(_ text: String, _ merchant: String?) {
        let expected = merchant.map { $0.unicodeScalars.map(\.value) }
        #expect(MatchText.unwrapped(text) == expected)
    }

    @Test(
        "distances count inserted, deleted, replaced and swapped letters",
        arguments: [
            ("under", "under", 0), ("undr", "under", 1), ("udner", "under", 1),
            ("unter", "under", 1),
            ("uunder", "under", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
        ])
    func distances(_ left: String, _ right: String, _ distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
    }
}
