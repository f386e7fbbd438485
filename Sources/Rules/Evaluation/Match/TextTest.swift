import Finance
import Foundation

/// A test of the texts of a transaction: one of some patterns in one of some fields.
///
/// An `except` is a test too, whatever it checks.
struct TextTest: Sendable {
    /// Where a pattern is looked for.
    enum Field: Sendable {
        /// Merchant, then booked text, then counterparty (RL-6).
        case merchant
        /// Where the money comes from (D66, RL-70).
        case from(MoneyFlow)
        /// The destination; `isPaired` if the sentence also names the origin.
        case to(MoneyFlow, isPaired: Bool)
        /// Any field.
        case anywhere
        /// Its category; the patterns are those of merchants.
        case category(CategoryTest)
        /// Whether it was made in another currency than the account's.
        case foreign
        /// Whether it was made in the currency at that place.
        case madeIn(Int)
    }

    /// Where it is looked for.
    let field: Field
    /// The range of the patterns in the pool; one of them must match.
    let patterns: Range<Int>
    /// Whether a match excludes the transaction.
    var isNegated = false

    /// Whether a transaction has to have one of its patterns.
    var isSearched: Bool {
        if case .category = field { false } else { !isNegated }
    }

    /// Whether it depends on the texts alone, and not on the account or the direction of the money.
    var isOfTexts: Bool {
        switch field {
        case .merchant, .anywhere: true
        case .from, .to, .category, .foreign, .madeIn: false
        }
    }
}

/// The parts of a test of categories, as places in the pool.
struct CategoryTest: Sendable {
    let codes: Range<Int>
    /// The patterns of texts.
    let texts: Range<Int>
    /// The patterns by which another own category has a transaction, whatever its code.
    let otherMerchants: Range<Int>
    let otherTexts: Range<Int>
}

extension [Category] {
    /// Whether texts decide about the categories, and not only codes.
    var areByTexts: Bool { contains { $0.own?.isByTexts == true || !$0.others.isEmpty } }
}

/// Which way the money of a sentence goes.
enum MoneyFlow: Sendable, Hashable {
    /// It leaves: debits, purchases, spending.
    case out
    /// It comes in: credits, salaries, income.
    case `in`
    /// The sentence does not name it: transfers, transactions.
    case either

    /// The way of some kinds of transaction.
    init(_ kinds: TransactionKinds) {
        let isOut = !kinds.isDisjoint(with: .outgoing)
        let isIn = !kinds.isDisjoint(with: .incoming)
        self = isOut == isIn ? .either : isOut ? .out : .in
    }
}

/// An own account that a name after `from` or `to` refers to.
struct OwnAccount: Sendable, Hashable {
    /// The accounts with that name.
    let ids: Set<UUID>
    /// Their numbers, by which banks name the other side of a transfer.
    let numbers: Set<String>
}

/// Knows every distinct text by a number and remembers which patterns match it, so that each text
/// is folded once and tried once with each pattern.
struct TextCache: Sendable {
    /// Folded code points, with and without the parts that a booking adds around a merchant.
    private struct Folded {
        let whole: [UInt32]
        let unwrapped: [UInt32]?
    }

    private var numbers: [String: Int32] = [:]
    /// The texts of the last requests: a transaction is evaluated several times.
    private var recent: [(text: String, number: Int32)] = []
    private var next = 0
    private var texts: [Folded] = []
    /// By text and pattern: 0 not tried, 1 no match, 2 match.
    private var results: [UInt8] = []

    /// The number of no text.
    static let none: Int32 = -1

    /// How many distinct texts are kept between polls, so that memory stays flat over years.
    private static let limit = 20_000

    /// Starts again if too many texts are stored; every earlier number is then invalid.
    ///
    /// - Returns: whether it did.
    mutating func forgetIfFull() -> Bool {
        guard texts.count > Self.limit else { return false }
        self = TextCache()
        return true
    }

    /// The number of a text; absent and empty texts have none.
    mutating func number(of text: String?, patternCount: Int) -> Int32 {
        guard let text, !text.isEmpty else { return Self.none }
        for known in recent where known.text == text { return known.number }
        let number = numbers[text] ?? learn(text, patternCount: patternCount)
        if recent.count < 4 {
            recent.append((text, number))
        } else {
            recent[next] = (text, number)
            next = (next + 1) % 4
        }
        return number
    }

    private mutating func learn(_ text: String, patternCount: Int) -> Int32 {
        let number = Int32(texts.count)
        numbers[text] = number
        texts.append(Folded(whole: MatchText.scalars(text), unwrapped: MatchText.unwrapped(text)))
        results.append(contentsOf: repeatElement(0, count: patternCount))
        return number
    }

    /// Calls `body` with every form of the text with that number that patterns are tried with.
    func forEachForm(of number: Int32, _ body: ([UInt32]) -> Void) {
        guard number != Self.none else { return }
        body(texts[Int(number)].whole)
        if let unwrapped = texts[Int(number)].unwrapped { body(unwrapped) }
    }

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
