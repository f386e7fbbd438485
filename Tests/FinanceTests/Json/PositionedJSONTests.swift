import Finance
import Testing

@Suite("A JSON text with positions")
struct PositionedJSONTests {
    private func read(_ text: String, isStrict: Bool = false) -> PositionedJSON {
        PositionedJSON(Array(text.utf8), isStrict: isStrict)
    }

    /// `line:column problem` of every problem.
    private func findings(_ text: String, isStrict: Bool = false) -> [String] {
        let file = read(text, isStrict: isStrict)
        return file.problems.map { "\(file.position(ofByte: $0.range.lowerBound)) \($0)" }
    }

    @Test("keeps numbers as they are written")
    func keepsNumberText() {
        let root = read(#"{"a": 1e2, "b": 999.999, "c": -0.10, "d": 9223372036854775808}"#).root
        #expect(root?["a"]?.number == "1e2")
        #expect(root?["b"]?.number == "999.999")
        #expect(root?["c"]?.number == "-0.10")
        #expect(root?["d"]?.number == "9223372036854775808")
    }

    @Test("knows where each value stands, and counts æøå as one column")
    func positions() throws {
        let file = read("{\n  \"blåbær\": [1,\n   true]\n}")
        let list = try #require(file.root?["blåbær"])
        #expect(file.position(ofByte: list.range.lowerBound) == TextPosition(line: 2, column: 13))
        let second = try #require(list.elements?.last)
        #expect(file.position(ofByte: second.range.lowerBound) == TextPosition(line: 3, column: 4))
        #expect(file.text(in: second.range) == "true")
        let key = try #require(file.root?.members?.first?.keyRange)
        #expect(file.columnCount(of: key) == 8)
    }

    @Test(
        "counts columns far into a line as well",
        arguments: [0, 1, 255, 256, 257, 511, 512, 1_200, 1_300])
    func farColumns(place: Int) {
        let bytes = Array((String(repeating: "åb", count: 400) + "\n" + "æøå").utf8)
        let file = PositionedJSON(bytes)
        let before = bytes.prefix(place)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        #expect(file.position(ofByte: place).column == column)
        #expect(file.columnCount(of: 0..<1_200) == 800)
    }

    @Test("resolves escapes, surrogate pairs among them")
    func escapes() {
        let root = read(#"["\"\\\/\b\f\n\r\t", "\u00e5\u00C5", "\ud83d\ude00"]"#).root
        #expect(root?.elements?[0].string == "\"\\/\u{8}\u{c}\n\r\t")
        #expect(root?.elements?[1].string == "åÅ")
        #expect(root?.elements?[2].string == "😀")
    }

    @Test("allows comments, trailing commas and a byte order mark, unless it is strict")
    func relaxed() {
        let text = "\u{FEFF}{ // note\n \"a\": [1, /* two */ 2,],\n}"
        #expect(read(text).root?["a"]?.elements?.count == 2)
        #expect(read(text, isStrict: true).root == nil)
        #expect(findings("[1,]", isStrict: true) == ["1:4 expected a value, found ']'"])
    }

    @Test(
        "names the fault and its place",
        arguments: [
            (
                #"{"a": "low" "b": 1}"#,
                "1:13 expected ',' or '}' after a value, found '\"'"
            ),
            (#"{"a" 1}"#, "1:6 expected ':' after the key 'a', found '1'"),
            ("{a: 1}", "1:2 expected a key in quotes, found 'a'"),
            ("{\"a\": nope}", "1:7 expected a value, found 'nope'"),
            ("", "1:1 expected a value, found the end of the file"),
            ("[1, 2", "1:6 expected ',' or ']' after an element, found the end of the file"),
            ("{} x", "1:4 expected the end of the file, found 'x'"),
            ("[\"open\n]", "1:2 this text is never closed with '\"'"),
            ("[\"open", "1:2 this text is never closed with '\"'"),
            ("[\"a\u{1}\"]", "1:4 a text has a line break or a control character in it"),
            (#"["\x"]"#, "1:3 this is no escape that JSON knows"),
            (#"["\ud83d"]"#, "1:3 this is no escape that JSON knows"),
            (#"["\u12"#, "1:3 this is no escape that JSON knows"),
            (#"["\"#, "1:3 this is no escape that JSON knows"),
            ("[01]", "1:2 '01' is not a number as JSON writes it"),
            ("[1.]", "1:2 '1.' is not a number as JSON writes it"),
            ("[-]", "1:2 '-' is not a number as JSON writes it"),
            ("[100kr]", "1:2 '100kr' is not a number as JSON writes it"),
            ("[-01e]", "1:2 '-01e' is not a number as JSON writes it"),
            ("[/* x", "1:2 this comment is never closed with '*/'"),
            ("[/]", "1:2 expected a value or a comment, found '/'"),
            ("[ø]", "1:2 expected a value, found 'ø'"),
        ])
    func faults(text: String, finding: String) {
        #expect(findings(text) == [finding])
        #expect(read(text).root == nil)
    }

    @Test("reports each repeated key where it is repeated, and keeps the first value")
    func duplicateKeys() {
        let text = "{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3}"
        #expect(
            findings(text) == [
                "2:16 the key 'c' occurs twice in the same object",
                "3:2 the key 'a' occurs twice in the same object",
            ])
        #expect(read(text).root?["a"]?.number == "1")
    }

    @Test("stops at the depth limit instead of exhausting the stack")
    func depth() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(findings(deep) == ["1:65 nested too deeply, more than 64 levels"])
        let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(read(allowed).problems.isEmpty)
    }

    @Test("refuses bytes that are not UTF-8")
    func invalidUTF8() {
        let file = PositionedJSON([0x5B, 0x22, 0xE5, 0x22, 0x5D])
        #expect(file.problems.map(\.kind) == [.invalidUTF8])
    }

    @Test(
        "says how to save a file in UTF-16, with and without the mark of its order",
        arguments: [
            [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D],
            [0x7B, 0x00, 0x7D, 0x00], [0x00, 0x7B, 0x00, 0x7D],
        ] as [[UInt8]])
    func utf16(bytes: [UInt8]) {
        let problems = PositionedJSON(bytes).problems
        #expect(
            problems.map(\.description) == ["the file is saved as UTF-16; save it as UTF-8"])
    }

    @Test("never fails on any cut of a text", arguments: 0...50)
    func everyPrefix(length: Int) {
        let text = Array("{\"å\": [1.5e-3, \"\\ud83d\\ude00\", null, /**/ true] }".utf8)
        let file = PositionedJSON(Array(text.prefix(length)))
        #expect((file.root == nil) == (length < text.count))
        #expect(file.problems.isEmpty == (length == text.count))
    }
}
