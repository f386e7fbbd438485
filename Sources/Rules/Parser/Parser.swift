/// Reads the tokens of one sentence by recursive descent (section 2 of the rule language).
///
/// Nothing is read twice: the next one or two tokens decide which rule applies. Each extension has
/// the rules of one part of the grammar. Every phrase that is tried and does not match is recorded
/// as expected, without further code.
struct Parser {
    /// The tokens, followed by an end token.
    let tokens: [Token]
    /// How many phrases were tried, as a measure of the parser's work.
    private(set) var trials = 0
    /// The tokens in lower case, stored separately because most of the work is comparing them.
    private let folded: [String]
    var position = 0
    /// The index of the furthest token at which the parser got stuck.
    private(set) var place = 0
    /// The phrases that would fit at `place`, in the order of the attempts; empty unless
    /// explaining.
    private(set) var expectations: [Expectation] = []
    private let isExplaining: Bool
    /// The names that the rules file defines.
    let groups: NamedGroups
    var depth = 0
    /// The day on which months begin, unless the sentence names one.
    let monthStart: Int?

    /// How deep parentheses may nest (RL-3).
    static let depthLimit = 4

    /// Prepares to read a sentence.
    ///
    /// - Parameter isExplaining: whether to collect `expectations`; this is not needed to find out
    ///   whether a sentence can be read.
    init(tokens: [Token], isExplaining: Bool, monthStart: Int? = nil, groups: NamedGroups = .none) {
        self.tokens = tokens
        self.monthStart = monthStart
        self.groups = groups
        self.isExplaining = isExplaining
        folded = tokens.map(\.folded)
    }

    /// A parser with the same settings for other tokens.
    func with(_ tokens: [Token]) -> Parser {
        Parser(tokens: tokens, isExplaining: isExplaining, monthStart: monthStart, groups: groups)
    }

    var next: Token { tokens[position] }

    /// The token `distance` ahead, or the end token.
    func peek(_ distance: Int) -> Token { tokens[index(distance)] }

    private func index(_ distance: Int) -> Int { min(position + distance, tokens.count - 1) }

    /// The range of the sentence from the token at `start` to the last token that was read.
    func span(from start: Int) -> Range<Int> {
        let lower = tokens[start].span.lowerBound
        guard position > start else { return lower..<lower }
        // Reworded tokens may be in another order than the words of the sentence.
        let spans = tokens[start..<position].map(\.span)
        let last = spans.reduce(lower) { max($0, $1.upperBound) }
        return spans.reduce(lower) { min($0, $1.lowerBound) }..<last
    }

    /// Reads a phrase if it comes next; otherwise records it as expected.
    mutating func accept(_ text: String, _ topic: Phrase.Topic) -> Bool {
        accept(Phrase(text: text, topic: topic))
    }

    /// Reads a phrase that findings do not list as expected.
    mutating func acceptHidden(_ text: String, _ topic: Phrase.Topic) -> Bool {
        accept(Phrase(text: text, topic: topic, isShown: false))
    }

    private mutating func accept(_ phrase: Phrase) -> Bool {
        trials += 1
        // Most phrases fail at their first word, so they are split into words only if it matches.
        let mayStand = !folded[position].isEmpty && phrase.text.hasPrefix(folded[position])
        guard mayStand || isExplaining else {
            place = max(place, position)
            return false
        }
        let words = phrase.words
        for (distance, word) in words.enumerated() where folded[index(distance)] != word {
            let rest = words[distance...].joined(separator: " ")
            note(rest, phrase.topic, word: String(word), isShown: phrase.isShown, ahead: distance)
            return false
        }
        position += words.count
        return true
    }

    /// Reads the first phrase of a table that comes next, and returns its value.
    mutating func accept<Value>(_ table: Vocabulary.Table<Value>) -> Value? {
        for entry in table where accept(entry.phrase) { return entry.value }
        return nil
    }

    mutating func require(_ text: String, _ topic: Phrase.Topic) throws(ParseStop) {
        guard accept(text, topic) else { throw .unexpected }
    }

    mutating func require<Value>(_ table: Vocabulary.Table<Value>) throws(ParseStop) -> Value {
        guard let value = accept(table) else { throw .unexpected }
        return value
    }

    /// Whether a phrase comes next; records nothing as expected.
    func isAt(_ phrase: String) -> Bool {
        phrase.hasPrefix(folded[position])
            && phrase.split(separator: " ").enumerated().allSatisfy { folded[index($0)] == $1 }
    }

    /// Records what would fit here; anything without fixed words is described.
    mutating func note(_ description: String, _ topic: Phrase.Topic, word: String? = nil) {
        note(description, topic, word: word, isShown: !description.isEmpty, ahead: 0)
    }

    mutating func stuck(_ description: String, _ topic: Phrase.Topic) -> ParseStop {
        note(description, topic)
        return .unexpected
    }

    private mutating func note(
        _ phrase: String, _ topic: Phrase.Topic, word: String?, isShown: Bool, ahead distance: Int
    ) {
        let index = index(distance)
        guard index >= place else { return }
        if index > place {
            place = index
            expectations.removeAll(keepingCapacity: true)
        }
        guard isExplaining else { return }
        expectations.append(Expectation(word: word, phrase: phrase, topic: topic, isShown: isShown))
    }

    func problem(
        _ code: String, _ message: String, from start: Int, expected: [String] = []
    ) -> ParseStop {
        .problem(
            SentenceProblem(
                span: span(from: start), code: code, message: message, expected: expected))
    }
}

/// A phrase that would fit where a sentence went wrong.
struct Expectation: Sendable, Hashable {
    /// The text to write in place of the wrong token; `nil` if it has no fixed text.
    let word: String?
    /// The rest of the phrase, to be shown.
    let phrase: String
    let topic: Phrase.Topic
    let isShown: Bool
}

/// The reason why the parser stopped.
enum ParseStop: Error {
    /// The furthest token does not fit; the expectations list what would.
    case unexpected
    /// The words fit the grammar, but their meaning is impossible.
    ///
    /// `insertion` is the text that is missing before the problem, if inserting it gives the
    /// intended meaning.
    case problem(SentenceProblem, insertion: String = "")
}
