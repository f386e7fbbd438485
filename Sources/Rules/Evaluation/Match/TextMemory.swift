import Finance

/// Knows every distinct text by a number and remembers which patterns match it, so that each text
/// is folded once and tried once with each pattern.
struct TextMemory: Sendable {
    /// Folded code points, with and without what a booking wraps around a merchant.
    private struct Folded {
        let whole: [UInt32]
        let unwrapped: [UInt32]?
    }

    private var numbers: [String: Int32] = [:]
    private var texts: [Folded] = []
    /// By text and pattern: 0 not tried, 1 no match, 2 match.
    private var results: [UInt8] = []

    /// The number that stands for no text.
    static let none: Int32 = -1

    /// So many distinct texts are kept between polls, so that memory stays flat over years.
    private static let limit = 20_000

    /// Starts anew if too much is remembered; every number given out before is void then.
    ///
    /// - Returns: whether it did.
    mutating func forgetIfFull() -> Bool {
        guard texts.count > Self.limit else { return false }
        self = TextMemory()
        return true
    }

    /// The number of a text; absent and empty texts have none.
    mutating func number(of text: String?, patternCount: Int) -> Int32 {
        guard let text, !text.isEmpty else { return Self.none }
        if let number = numbers[text] { return number }
        let number = Int32(texts.count)
        numbers[text] = number
        texts.append(
            Folded(whole: MatchText.scalars(text), unwrapped: MatchText.unwrapped(text)))
        results.append(contentsOf: repeatElement(0, count: patternCount))
        return number
    }

    /// Calls `body` with every form of the text with that number that patterns are tried with.
    func forEachForm(of number: Int32, _ body: ([UInt32]) -> Void) {
        guard number != Self.none else { return }
        body(texts[Int(number)].whole)
        if let unwrapped = texts[Int(number)].unwrapped { body(unwrapped) }
    }

    /// Whether a pattern matches the text with that number.
    mutating func matches(_ number: Int32, _ index: Int, _ patterns: [TextPattern]) -> Bool {
        guard number != Self.none else { return false }
        let place = Int(number) * patterns.count + index
        if results[place] != 0 { return results[place] == 2 }
        let text = texts[Int(number)]
        let isMatch =
            patterns[index].matches(folded: text.whole)
            || text.unwrapped.map { patterns[index].matches(folded: $0) } == true
        results[place] = isMatch ? 2 : 1
        return isMatch
    }
}
