import Finance

/// Texts as rules compare them: composed, in small letters, blanks collapsed (RL-6).
///
/// Norwegian letters stay letters of their own: `å` is not `a`.
enum MatchText {
    /// The text as it is compared.
    static func fold(_ text: String) -> String { FoldedText(text).text }

    /// The folded text in code points, which is what patterns match.
    static func scalars(_ text: String) -> [UInt32] { fold(text).unicodeScalars.map(\.value) }

    /// The folded text without what a booking wraps around the merchant (D44), if there is any.
    ///
    /// Known forms: `*NNNN dd.MM CUR amount NAME Kurs: r`, `CUR amount NAME Kurs: r`, `dd.MM NAME`.
    static func unwrapped(_ text: String) -> [UInt32]? {
        var words = fold(text).split(separator: " ")[...]
        let count = words.count
        if words.count > 1, let first = words.first, isCard(first) { words.removeFirst() }
        if words.count > 1, let first = words.first, isDay(first) { words.removeFirst() }
        if words.count > 2, words[words.startIndex].utf8.count == 3,
            isAmount(words[words.startIndex + 1])
        {
            words.removeFirst(2)
        }
        if let rate = words.lastIndex(of: "kurs:"), rate > words.startIndex {
            words = words[..<rate]
        }
        guard words.count < count else { return nil }
        return words.joined(separator: " ").unicodeScalars.map(\.value)
    }

    private static func isCard(_ word: Substring) -> Bool {
        word.utf8.count == 5 && word.first == "*" && word.dropFirst().utf8.allSatisfy(isDigit)
    }

    private static func isDay(_ word: Substring) -> Bool {
        let bytes = Array(word.utf8)
        return bytes.count == 5 && bytes[2] == UInt8(ascii: ".")
            && bytes.prefix(2).allSatisfy(isDigit) && bytes.suffix(2).allSatisfy(isDigit)
    }

    private static func isAmount(_ word: Substring) -> Bool {
        word.utf8.contains(where: isDigit)
            && word.utf8.allSatisfy {
                isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
