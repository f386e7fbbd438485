import Alerts
import Testing

@Suite("Bank text is data")
struct SafeTextTests {
    @Test(
        "takes out controls and direction marks and makes spaces single",
        arguments: [
            ("REMA  1000", "REMA 1000"), ("\u{1B}[31mRED\u{07}", "[31mRED"),
            ("a\u{202E}b\u{2066}c\u{200F}d\u{2069}", "abcd"),
            ("\tA\r\nB\u{2028}C \u{A0} D ", "A B C D"),
            ("A\u{85}B\u{9F}C\u{7F}", "A BC"), ("<b>&amp;</b> %s {rule}", "<b>&amp;</b> %s {rule}"),
            ("", ""), (" \u{200E} ", ""), ("Ærlig Øl 👨‍👩‍👧", "Ærlig Øl 👨‍👩‍👧"),
        ])
    func neutral(_ text: String, _ expected: String) {
        #expect(SafeText.neutralised(text) == expected)
    }

    @Test("cuts between characters, never inside one")
    func caps() {
        let family = "👨‍👩‍👧"
        let text = String(repeating: family, count: 90)
        let cut = SafeText.neutralised(text, limit: 80)
        #expect(cut.count == 80)
        #expect(cut == String(repeating: family, count: 79) + "…")
        #expect(SafeText.capped("abc", at: 3) == "abc")
        #expect(SafeText.capped("abcd", at: 3) == "ab…")
        #expect(SafeText.capped("ab cd", at: 4) == "ab…")
    }

    @Test("bounds the marks on one character")
    func zalgo() {
        let text = "a" + String(repeating: "\u{0301}", count: 10_000) + "b"
        let cut = SafeText.neutralised(text, limit: 80)
        #expect(cut.unicodeScalars.count < 40)
        #expect(cut.hasSuffix("b"))
    }
}
