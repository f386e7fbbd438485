import TestSupport
import Testing

@testable import Finance

@Suite("Folded text")
struct FoldedTextTests {
    @Test(
        "drops case and extra blanks, keeps Norwegian letters",
        arguments: [
            ("", ""), ("   ", ""), ("KIWI", "kiwi"),
            ("  Blåbær\u{A0}og\t FLØTE \n", "blåbær og fløte"),
            ("ÆØÅ æøå", "æøå æøå"), ("MESTER GRøNN 20", "mester grønn 20"), ("A\u{30A}s", "ås"),
            ("Ås", "ås"), ("STRAßE", "strasse"), ("Ω ς", "ω σ"), ("É×Þ", "é×þ"), ("ﬁ", "fi"),
            ("e\u{301}", "é"), ("ŁÓDŹ", "łódź"), ("☕️ Kaffe", "☕️ kaffe"), ("a\u{2003}b", "a b"),
        ])
    func folding(text: String, folded: String) {
        #expect(FoldedText(text).text == folded)
        #expect(FoldedText(folded) == FoldedText(text))
    }

    @Test("both ways of folding agree wherever the quick one applies")
    func quickAndFull() throws {
        for scalar in (0x01...0xFF).compactMap({ Unicode.Scalar($0) }) {
            let text = "x\(Character(scalar))Y\(Character(scalar))"
            guard let quick = FoldedText.foldedQuickly(text) else { continue }
            #expect(quick == FoldedText.foldedFully(text), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("a missing text is an empty one")
    func missing() {
        #expect(FoldedText(nil).isEmpty)
        #expect(FoldedText(nil) == FoldedText(""))
    }

    @Test(
        "finds parts",
        arguments: [
            ("kaffehjørnet as", "HJØRNET", true), ("kaffe", "", true), ("", "", true),
            ("", "x", false),
            ("kaffe", "kaffe", true), ("kaffe", "kaffen", false), ("aaab", "aab", true),
            ("høst", "host", false),
        ])
    func contains(text: String, part: String, isIn: Bool) {
        #expect(FoldedText(text).contains(FoldedText(part)) == isIn)
    }

    @Test(
        "cuts at characters, not bytes",
        arguments: [
            ("grønn sak", 4, "grøn"), ("kaffe as", 6, "kaffe"), ("ab", 5, "ab"), ("æøå", 2, "æø"),
        ])
    func prefix(text: String, count: Int, expected: String) {
        #expect(FoldedText(text).prefix(characters: count).text == expected)
    }
}
