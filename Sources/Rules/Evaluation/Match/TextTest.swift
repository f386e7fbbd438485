import Finance
import Foundation

/// A test of a transaction, usually whether one of some patterns matches one of some texts.
///
/// An `except` is a test too, whatever it excludes.
struct TextTest: Sendable {
    /// The part of a transaction that is tested.
    enum Field: Sendable {
        /// Merchant, then booked text, then counterparty (RL-6).
        case merchant
        /// The origin of the money for `out`, its destination for `in` (D66, RL-70).
        ///
        /// The second is the direction of the sentence's money. A destination is paired if the
        /// sentence also names the origin.
        case side(MoneyFlow, MoneyFlow, isPaired: Bool)
        /// Any of the texts.
        case anywhere
        /// The category; `patterns` are then those of merchants.
        case category(CategoryTest)
        /// Whether the transaction was made in another currency than the account's.
        case foreign
        /// Whether the transaction was made in the currency with an index.
        case madeIn(Int)
    }

    /// The part of a transaction that is tested.
    let field: Field
    /// The range of the patterns in the pool, one of which must match.
    let patterns: Range<Int>
    /// Whether a match excludes the transaction.
    var isNegated = false

    /// Whether a transaction can only match if it has one of the patterns.
    var isSearched: Bool {
        if case .category = field { false } else { !isNegated }
    }

    /// Whether the test depends only on texts, not on the account or the direction of the money.
    var isOfTexts: Bool {
        switch field {
        case .merchant, .anywhere: true
        case .side, .category, .foreign, .madeIn: false
        }
    }
}

/// The parts of a test of categories, as ranges in the pool.
struct CategoryTest: Sendable {
    let codes: Range<Int>
    /// The patterns of `containing`.
    let texts: Range<Int>
    /// The patterns of other own categories; a transaction that matches one belongs there instead.
    let otherMerchants: Range<Int>
    let otherTexts: Range<Int>
}

extension [Category] {
    /// Whether the categories depend on texts, not only on codes.
    var areByTexts: Bool { contains { $0.own?.isByTexts == true || !$0.others.isEmpty } }
}

/// The direction of the money in a sentence.
enum MoneyFlow: Sendable, Hashable {
    /// The money leaves the account: debits, purchases, spending.
    case out
    /// The money enters the account: credits, salaries, income.
    case `in`
    /// The sentence does not name a direction: transfers, transactions.
    case either

    /// The direction of some kinds of transactions.
    init(_ kinds: TransactionKinds) {
        let isOut = !kinds.isDisjoint(with: .outgoing)
        let isIn = !kinds.isDisjoint(with: .incoming)
        self = isOut == isIn ? .either : isOut ? .out : .in
    }
}

/// An own account that a name after `from` or `to` refers to.
struct OwnAccount: Sendable, Hashable {
    /// The accounts that have the name.
    let ids: Set<UUID>
    /// The account numbers, by which banks name the other side of a transfer.
    let numbers: Set<String>
}

/// Numbers distinct texts and remembers which patterns match them.
///
/// So each text is folded once, and compared once with each pattern.
struct TextCache: Sendable {
    /// Folded code points, as a whole and without the parts that a booking adds around a merchant.
    private struct Folded {
        let whole: [UInt32]
        let unwrapped: [UInt32]?
    }

    private var numbers: [String: Int32] = [:]
    /// The texts of the last look-ups, because a transaction is evaluated several times.
    private var recent: [(text: String, number: Int32)] = []
    private var next = 0
    private var texts: [Folded] = []
    /// The results by text and pattern: 0 not compared yet, 1 no match, 2 match.
    private var results: [UInt8] = []

    /// The number for an absent or empty text.
    static let none: Int32 = -1

    /// How many distinct texts are kept between polls, which bounds memory.
    private static let limit = 20_000

    /// Whether the cache has more texts than are kept.
    var isFull: Bool { texts.count > Self.limit }

    /// The number of a text; `none` for an absent or empty text.
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

    /// Calls `body` with every form of a text that patterns are compared with.
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
