/// Reads the tokens of one sentence by recursive descent (section 2 of the rule language).
///
/// Nothing is ever read twice: one or two tokens decide which way to go. Each extension has the
/// rules of one part of the grammar.
struct Parser {
    /// The tokens with the end token behind them.
    let tokens: [Token]
    /// How many phrases were tried: the work that reading took.
    private(set) var trials = 0
    /// What each token is compared by, apart from it: comparing words is most of the work.
    private let folded: [String]
    var position = 0
    /// What would have fitted at the furthest place.
    private(set) var expectations: Expectations
    /// How many parentheses are open.
    var depth = 0

    /// How deep parentheses may nest (RL-3).
    static let depthLimit = 4

    /// - Parameter isExplaining: whether it keeps what would have fitted where it gets stuck;
    ///   not needed to find out whether a sentence can be read.
    init(tokens: [Token], isExplaining: Bool) {
        self.tokens = tokens
        folded = tokens.map(\.folded)
        expectations = Expectations(keepsItems: isExplaining)
    }

    var next: Token { tokens[position] }

    /// The token `distance` ahead, the end token beyond the end.
    func peek(_ distance: Int) -> Token {
        tokens[min(position + distance, tokens.count - 1)]
    }

    /// The place from `start` up to the last token that was read.
    func span(from start: Int) -> Range<Int> {
        let lower = tokens[start].span.lowerBound
        return position > start ? lower..<tokens[position - 1].span.upperBound : lower..<lower
    }

    /// Reads `phrase` if it stands here; otherwise notes that it would have fitted.
    mutating func accept(_ phrase: Phrase) -> Bool {
        trials += 1
        for (distance, word) in phrase.words.enumerated() where !isWord(word, distance) {
            note(phrase, from: distance)
            return false
        }
        position += phrase.words.count
        return true
    }

    /// Reads the first phrase of a table that stands here.
    mutating func accept<Value>(_ table: Vocabulary.Table<Value>) -> Value? {
        for entry in table where accept(entry.phrase) { return entry.value }
        return nil
    }

    /// Reads `phrase` or gives up.
    mutating func require(_ phrase: Phrase) throws(ParseStop) {
        guard accept(phrase) else { throw .unexpected }
    }

    /// Reads a phrase of a table or gives up.
    mutating func require<Value>(_ table: Vocabulary.Table<Value>) throws(ParseStop) -> Value {
        guard let value = accept(table) else { throw .unexpected }
        return value
    }

    /// Whether `phrase` stands here; notes nothing.
    func isAt(_ phrase: Phrase) -> Bool {
        phrase.words.enumerated().allSatisfy { isWord($0.element, $0.offset) }
    }

    private func isWord(_ word: String, _ distance: Int) -> Bool {
        folded[min(position + distance, folded.count - 1)] == word
    }

    /// Notes that something without fixed words would have fitted here.
    mutating func note(_ description: String, _ topic: Phrase.Topic, word: String? = nil) {
        expectations.note(
            Expectation(
                word: word, phrase: description, topic: topic, isShown: !description.isEmpty),
            at: position)
    }

    private mutating func note(_ phrase: Phrase, from distance: Int) {
        expectations.note(
            Expectation(
                word: phrase.words[distance],
                phrase: phrase.tails[distance], topic: phrase.topic, isShown: phrase.isShown),
            at: min(position + distance, tokens.count - 1))
    }

    /// A problem with the tokens from `start` up to the last one that was read.
    func problem(
        _ code: String, _ message: String, from start: Int, expected: [String] = []
    ) -> ParseStop {
        .problem(
            SentenceProblem(
                span: span(from: start), code: code, message: message, expected: expected))
    }
}
