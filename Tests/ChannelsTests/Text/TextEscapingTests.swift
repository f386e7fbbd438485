import TestSupport
import Testing

@testable import Channels

@Suite("escaping for chats", .io)
struct TextEscapingTests {
    private let gap = "\u{200B}"

    @Test("nothing in a text calls anybody, links anywhere or becomes a picture")
    func plain() {
        let texts = [
            "@all": "@\(gap)all", "a@b.no": "a@\(gap)b.\(gap)no", "KIWI.NO": "KIWI.\(gap)NO",
            "https://x": "https:\(gap)//x", ":tada:": ":\(gap)tada:", "#tag": "#\(gap)tag",
            "/start": "/\(gap)start", "tel:1": "tel:\(gap)1",
            // What people write stays as it is.
            "kl. 10:30": "kl. 10:30", "95.00 kr": "95.00 kr", "Saldo: 5": "Saldo: 5",
            "1/2": "1/2", "a/b": "a/b", "slutt.": "slutt.",
        ]
        for (text, expected) in texts { #expect(TextEscaping.plain.escaped(text) == expected) }
    }

    @Test("Markdown's signs lose their meaning, lists and headings only where they begin")
    func markdown() {
        let texts = [
            "*a* _b_ ~c~ `d`": "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`", "[a](b)": "\\[a\\](b)",
            "- a\n+ b\n1. c": "\\- a\n\\+ b\n1\\. c", "a - b": "a - b", "# a": "\\# a",
            "12) x": "12\\) x", "\\": "\\\\", "&lt;": "\\&lt;", "<@1>": "\\<@\(gap)1\\>",
        ]
        for (text, expected) in texts { #expect(TextEscaping.markdown.escaped(text) == expected) }
    }

    @Test("a sign with marks on it is a sign")
    func marks() {
        #expect(TextEscaping.markdown.escaped("*\u{301}x") == "\\*\u{301}x")
        #expect(TextEscaping.html.escaped("<\u{301}b") == "&lt;\u{301}b")
        #expect(TextEscaping.fence.escaped("```\n@all") == "`\(gap)`\(gap)`\(gap)\n@all")
    }

    @Test("a cut falls between whole letters and escapes, and says so", arguments: 1...40)
    func cuts(limit: Int) {
        for unit in [LengthUnit.utf16, .bytes] {
            let pieces = TextEscaping.html.pieces(of: "æ<&👨‍👩‍👧x")
            let text = unit.cut(pieces, to: limit)
            #expect(unit.length(of: text) <= limit)
            let whole = pieces.joined()
            let isWhole = text == whole
            #expect(isWhole == (unit.length(of: whole) <= limit))
            if !isWhole && !text.isEmpty {
                #expect(text.hasSuffix("…"))
                let kept = text.dropLast()
                #expect((0...pieces.count).contains { pieces.prefix($0).joined() == kept })
            }
        }
    }
}
