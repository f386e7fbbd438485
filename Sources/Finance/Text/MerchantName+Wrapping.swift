extension MerchantName {
    /// The text without card number, day, currency and amount in front, and the rate behind.
    ///
    /// Known forms: `*NNNN dd.MM CUR amount NAME Kurs: r`, `CUR amount NAME Kurs: r`,
    /// `dd.MM NAME`. What would leave nothing is kept.
    public static func unwrapped(_ text: FoldedText) -> FoldedText {
        var words = text.bytes.split(separator: 0x20)[...]
        if words.count > 1, let first = words.first, isCard(first) { words.removeFirst() }
        if words.count > 1, let first = words.first, isDay(first) { words.removeFirst() }
        if words.count > 2, isCurrency(words[words.startIndex]),
            isAmount(words[words.startIndex + 1])
        {
            words.removeFirst(2)
        }
        if let rate = words.lastIndex(where: { $0.elementsEqual("kurs:".utf8) }),
            rate > words.startIndex
        {
            words = words[..<rate]
        }
        return FoldedText(bytes: Array(words.joined(separator: [0x20])))
    }

    /// Whether a booking's text begins with a card number or with a day, as card purchases do.
    static func isWrappedAsCard(_ text: FoldedText) -> Bool {
        let words = text.bytes.split(separator: 0x20, maxSplits: 1)
        guard words.count > 1, let first = words.first else { return false }
        return isCard(first) || isDay(first)
    }

    private static func isCard(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 5 && word.first == UInt8(ascii: "*") && word.dropFirst().allSatisfy(isDigit)
    }

    private static func isDay(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 5 && word[word.startIndex + 2] == UInt8(ascii: ".")
            && word.prefix(2).allSatisfy(isDigit) && word.suffix(2).allSatisfy(isDigit)
    }

    private static func isCurrency(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 3 && word.allSatisfy { (0x61...0x7A).contains($0) }
    }

    private static func isAmount(_ word: ArraySlice<UInt8>) -> Bool {
        word.contains(where: isDigit)
            && word.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
