import TestSupport
import Testing

@testable import Channels

@Suite("markup escaping", .io)
struct MarkupEscapingTests {
    @Test(
        "& < > are escaped, nothing else",
        arguments: [
            ("", ""), ("A & B", "A &amp; B"), ("<!channel>", "&lt;!channel&gt;"),
            ("&amp;", "&amp;amp;"), ("æøå \"'*_~`", "æøå \"'*_~`"),
            // A mark joined to the sign makes one character of both.
            ("<\u{0301}b>", "&lt;\u{0301}b&gt;"),
        ])
    func escapes(text: String, expected: String) {
        #expect(TextEscaping.entities.escaped(text) == expected)
    }

    @Test(
        "the limit counts what is sent and never cuts an escape or a character",
        arguments: [
            ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("<<<", 8, "&lt;…"), ("<<", 8, "&lt;&lt;"),
            ("a<b", 5, "a…"), ("ab👨‍👩‍👧c", 5, "ab…"), ("x", 1, "x"), ("xy", 1, "…"),
        ])
    func limits(text: String, limit: Int, expected: String) {
        let result = MessageText(escaping: .entities, unit: .utf16, limit: limit).cut(text)
        #expect(result == expected)
        #expect(result.utf16.count <= limit)
    }
}
