/// The name by which one merchant is recognised in different texts of a bank (D44).
///
/// It is the merchant's own name if the bank gives one. Otherwise it is the text without the parts
/// that a booking adds: card, day, foreign amount and rate. It is case-folded; ``key`` is its first
/// fifteen characters, because a reservation's text is cut there.
///
/// ```swift
/// MerchantName("*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000").key.text  // "fjordby taxi as"
/// MerchantName("06.03 MATBUTIKKEN FJORDBY TORGGATA 1").key.text                 // "matbutikken fjo"
/// ```
public struct MerchantName: Sendable, Hashable {
    /// How many characters of a name count.
    public static let significantCharacters = 15

    /// The first fifteen characters, folded; empty if there is no name.
    public let key: FoldedText

    public init(_ text: String?) { self.init(folded: Self.unwrapped(FoldedText(text))) }

    private init(folded name: FoldedText) {
        key = name.prefix(characters: Self.significantCharacters)
    }

    /// Reads the name of a row, to recognise it in another answer: the merchant if the bank names
    /// one, else the text.
    public init(merchant: String?, text: String?) {
        let named = MerchantName(ofRow: merchant)
        self = named.key.isEmpty ? MerchantName(ofRow: text) : named
    }

    /// Whether both may be one merchant: equal names, or one is cut off at four or more letters.
    ///
    /// Two absent names do not agree.
    public func agrees(with other: MerchantName) -> Bool {
        guard !key.isEmpty, !other.key.isEmpty else { return false }
        if key == other.key { return true }
        let (short, long) = key.bytes.count < other.key.bytes.count ? (self, other) : (other, self)
        return long.continues(short)
    }

    /// Reads a text of a row.
    ///
    /// Besides what a booking adds, it leaves out what banks put around the name while a payment is
    /// reserved, and reads Norwegian letters as terminals without them write them.
    init(ofRow text: String?) { self.init(folded: Self.withoutBankWords(FoldedText(text))) }

    /// The names that begin at the second and later words of a text.
    static func later(in text: String?) -> Set<MerchantName> {
        let words = withoutLastDay(plain(FoldedText(text)).bytes.split(separator: 0x20)[...])
        return Set(
            words.indices.dropFirst().map { start in
                let rest = FoldedText(bytes: Array(words[start...].joined(separator: [0x20])))
                return MerchantName(folded: rest)
            })
    }

    /// Whether this is the other name, which may be cut off at four or more letters.
    func continues(_ cut: MerchantName) -> Bool {
        cut.key.bytes.count >= 4 && key.hasPrefix(cut.key)
    }

    /// Whether a reservation's text hides who is paid: it has only words of the bank.
    ///
    /// The words are those seen in public client code for Sbanken and in lists of other banks.
    public static func isHidden(in text: String?) -> Bool {
        withoutLeadingWords(plain(FoldedText(text)).bytes[...]).isEmpty
    }
}

extension MerchantName {
    /// What banks write before a name, or instead of it, while a payment is reserved.
    private static let leadingWords = [
        "varekjop", "visa", "straksoverforing", "reservasjon", "reservert transaksjon",
        "reservert", "pos purchase",
    ].map { Array($0.utf8) }
    private static let trailingWords = [" reservert transaksjon", " reservert"].map {
        Array($0.utf8)
    }

    private static func withoutLeadingWords(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while let words = leadingWords.first(where: { begins(rest, with: $0) }) {
            rest = rest.dropFirst(words.count + 1)
        }
        return rest
    }

    private static func begins(_ text: ArraySlice<UInt8>, with words: [UInt8]) -> Bool {
        text.starts(with: words)
            && (text.count == words.count || text[text.startIndex + words.count] == 0x20)
    }

    /// A text that would become empty is kept.
    private static func withoutBankWords(_ text: FoldedText) -> FoldedText {
        let text = plain(text)
        var rest = withoutLeadingWords(text.bytes[...])
        guard !rest.isEmpty else { return text }
        for words in trailingWords
        where rest.count > words.count && rest.suffix(words.count).elementsEqual(words) {
            rest = rest.dropLast(words.count)
        }
        return unwrapped(FoldedText(bytes: Array(withoutCardNumber(rest))))
    }

    /// The text without the number in `100044 Nok 612,35 NAME`.
    private static func withoutCardNumber(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let words = text.split(separator: 0x20, maxSplits: 3)
        guard words.count > 3, words[0].allSatisfy(isDigit), isCurrency(words[1]),
            isAmount(words[2])
        else { return text }
        return text.dropFirst(words[0].count + 1)
    }

    /// The text with o for ø, a for å and ae for æ.
    private static func plain(_ text: FoldedText) -> FoldedText {
        guard text.bytes.contains(0xC3) else { return text }
        var bytes: [UInt8] = []
        var rest = text.bytes[...]
        while let byte = rest.popFirst() {
            switch (byte, rest.first) {
            case (0xC3, 0xB8): bytes.append(UInt8(ascii: "o"))
            case (0xC3, 0xA5): bytes.append(UInt8(ascii: "a"))
            case (0xC3, 0xA6): bytes += "ae".utf8
            default:
                bytes.append(byte)
                continue
            }
            rest.removeFirst()
        }
        return FoldedText(bytes: bytes)
    }
}

extension MerchantName {
    /// The text without card number, day, currency and amount in front, and the rate or the day at
    /// the end.
    ///
    /// Known forms: `*NNNN dd.MM CUR amount NAME Kurs: r`, `CUR amount NAME Kurs: r`, `dd.MM NAME`,
    /// `NAME Dato dd.MM kl. hh.mm`. A text that would become empty is kept.
    public static func unwrapped(_ text: FoldedText) -> FoldedText {
        var words = text.bytes.split(separator: 0x20)[...]
        if words.count > 1, let first = words.first, isCard(first) { words.removeFirst() }
        if words.count > 1, let first = words.first, day(first) != nil { words.removeFirst() }
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
        return FoldedText(bytes: Array(withoutLastDay(words).joined(separator: [0x20])))
    }

    /// Whether a booking's text has a card number or a day around the name, as card purchases do.
    static func isWrappedAsCard(_ text: FoldedText) -> Bool {
        beginsWithCard(text) || writtenDay(in: text) != nil
    }

    /// Whether a booking's text begins with a card number.
    static func beginsWithCard(_ text: FoldedText) -> Bool {
        let words = text.bytes.split(separator: 0x20, maxSplits: 1)
        return words.count > 1 && words.first.map(isCard) == true
    }

    /// The day and month of purchase that a booking's text has before or after the name.
    package static func writtenDay(in text: FoldedText) -> (day: Int, month: Int)? {
        var words = text.bytes.split(separator: 0x20)[...]
        if words.count > 2, let first = words.first, isCard(first) { words.removeFirst() }
        guard words.count > 1, let first = words.first else { return nil }
        if let day = day(first) { return day }
        let name = withoutLastDay(words)
        return name.count < words.count ? day(words[name.endIndex + 1]) : nil
    }

    /// The words of a text without `Dato dd.MM` or `Dato dd.MM kl. hh.mm` behind the name.
    private static func withoutLastDay(
        _ words: ArraySlice<ArraySlice<UInt8>>
    ) -> ArraySlice<ArraySlice<UInt8>> {
        var rest = words
        if rest.count > 2, rest[rest.endIndex - 2].elementsEqual("kl.".utf8) { rest.removeLast(2) }
        guard rest.count > 2, day(rest[rest.endIndex - 1]) != nil,
            rest[rest.endIndex - 2].elementsEqual("dato".utf8)
        else { return words }
        return rest.dropLast(2)
    }

    private static func isCard(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 5 && word.first == UInt8(ascii: "*") && word.dropFirst().allSatisfy(isDigit)
    }

    /// The numbers of `dd.MM`; `nil` for any other word.
    private static func day(_ word: ArraySlice<UInt8>) -> (day: Int, month: Int)? {
        guard word.count == 5, word[word.startIndex + 2] == UInt8(ascii: "."),
            let day = Digits.number(word.prefix(2)), let month = Digits.number(word.suffix(2))
        else { return nil }
        return (day, month)
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
