import Testing

@testable import Console

@Suite("Keys from a terminal's bytes")
struct KeyDecoderTests {
    @Test(
        "are told apart",
        arguments: [
            ("a", [.character("a")]), ("å", [.character("å")]), (" ", [.character(" ")]),
            ("\r", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{3}", [.interrupt]),
            ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[5~", [.pageUp]),
            ("\u{1B}[1;5C", [.right]), ("x\u{1B}[Dy", [.character("x"), .left, .character("y")]),
            ("\u{1B}[200~", []), ("\u{1B}x", [.escape, .character("x")]),
        ] as [(String, [Key])])
    func keys(bytes: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(from: Array(bytes.utf8)) == keys)
        #expect(!decoder.isWaiting)
    }

    @Test("may come in pieces")
    func pieces() {
        for text in ["é", "\u{1B}[3~", "\u{1F600}"] {
            var decoder = KeyDecoder()
            let bytes = Array(text.utf8)
            for byte in bytes.dropLast() {
                #expect(decoder.keys(from: [byte]).isEmpty)
                #expect(decoder.isWaiting)
            }
            #expect(decoder.keys(from: bytes.suffix(1)).count == 1)
        }
    }

    @Test("a lone Escape is a key once nothing more comes")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(from: [0x1B]).isEmpty)
        #expect(decoder.settle() == [.escape])
        #expect(decoder.settle().isEmpty)
    }

    @Test("bytes that are no text are dropped, whatever they are")
    func noise() {
        var decoder = KeyDecoder()
        let bytes = (0...255).map { UInt8($0) }.filter { $0 != 0x1B }
        #expect(
            decoder.keys(from: bytes + Array("ok".utf8)).suffix(2) == [
                .character("o"), .character("k"),
            ])
    }
}
