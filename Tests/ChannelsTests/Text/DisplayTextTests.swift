import Alerts
import TestSupport
import Testing

@testable import Channels

@Suite("display text", .io)
struct DisplayTextTests {
    @Test(
        "control signs become blanks, marks that turn the writing go",
        arguments: [
            ("plain æøå", "plain æøå"), ("a\u{1B}[31mb", "a [31mb"), ("a\u{0}b", "a b"),
            ("a\nb\r\nc", "a b  c"), ("a\u{9B}31mb", "a 31mb"), ("a\u{2028}b", "a b"),
            ("KR\u{202E}0001\u{202C}", "KR0001"), ("\u{2066}x\u{2069}", "x"),
        ])
    func neutralised(text: String, expected: String) {
        #expect(DisplayText.line(text, limit: 100) == expected)
    }

    @Test("line breaks stay where lines are asked for")
    func lineBreaks() {
        #expect(DisplayText.lines("a\nb\tc\u{1B}", limit: 100) == "a\nb c ")
    }

    @Test("the lines that a body has no room for come below it")
    func lines() {
        var digest = SampleNotification.digest(lines: 4)
        let titles = digest.data.items?.map(\.title) ?? []
        digest.data.body = titles.prefix(2).joined(separator: " · ") + " · and 2 more"
        #expect(MessageParts(digest).lines == Array(titles.suffix(2)))
        digest.data.body = titles.joined(separator: " · ")
        #expect(MessageParts(digest).lines.isEmpty)
        digest.data.body = "look at this"
        #expect(MessageParts(digest).lines == titles)
    }

    @Test("a long text ends in an ellipsis, within the limit")
    func shortened() {
        #expect(DisplayText.line("abcdef", limit: 6) == "abcdef")
        #expect(DisplayText.line("abcdefg", limit: 6) == "abcde…")
        #expect(DisplayText.line("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", limit: 2) == "👨‍👩‍👧…")
    }
}
