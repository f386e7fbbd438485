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

    @Test(
        "costs at most m + n·⌈m/64⌉ steps for a text of n and a pattern of m characters (RL-5)",
        arguments: [10, 63, 64, 65, 200, 470])
    func linear(_ length: Int) {
        let letters = String(repeating: "a", count: length - 1)
        let hostile = [
            "*\(letters)b*", "*\(letters.dropLast())?b*", "*?\(letters)*b", letters + "*b",
            String(repeating: "a*", count: length / 2) + "b",
            String(repeating: "*?a", count: length / 3),
            "*" + String(repeating: "?", count: length),
        ]
        let text = [UInt32](repeating: 0x61, count: 4_000)
        for glob in hostile {
            var steps = 0
            _ = TextPattern(glob: glob).matches(folded: text, counting: &steps)
            #expect(steps <= length + text.count * ((length + 63) / 64), "\(glob)")
        }
        var steps = 0
        let part = TextPattern(containing: letters + "b")
        #expect(!part.matches(folded: text, counting: &steps))
        #expect(steps <= length + text.count * ((length + 63) / 64))
        #expect(part.matches(folded: text + [0x62]))
    }

    @Test("long parts are found as by a plain search")
    func longParts() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let text = (0..<400).map { _ in Bool.random(using: &random) ? UInt32(0x61) : 0x62 }
            let start = Int.random(in: 0..<250, using: &random)
            var part = Array(text[start..<start + Int.random(in: 60...140, using: &random)])
            if Bool.random(using: &random) { part[part.count / 2] ^= 3 }
            let expected = text.indices.contains { text[$0...].starts(with: part) }
            let words = String(String.UnicodeScalarView(part.compactMap { Unicode.Scalar($0) }))
            #expect(TextPattern(containing: words).matches(folded: text) == expected)
            #expect(TextPattern(glob: "*\(words)*").matches(folded: text) == expected)
            #expect(TextPattern(glob: "*\(words.dropLast())?*").matches(folded: text) || !expected)
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
}
