/// Reads the tokens of one sentence by recursive descent (section 2 of the rule language).
///
/// Nothing is read twice: one or two tokens decide which way to go. Each extension contains the
/// rules of one part of the grammar. Expectations need no code: every phrase that is tried and does
/// not match is recorded.
struct Parser {
    /// The tokens with the end token behind them.
    let tokens: [Token]
    /// How many phrases were tried: the work that reading took.
    private(set) var trials = 0
    /// What each token is compared by, apart from it: comparing words is most of the work.
    private let folded: [String]
    var position = 0
    /// The index of the furthest token at which it got stuck.
    private(set) var place = 0
    /// What would have fitted there, in the order of the attempts; empty unless explaining.
    private(set) var expectations: [Expectation] = []
    private let isExplaining: Bool
    /// The names that the file defines.
    let groups: NamedGroups
    var depth = 0
    /// The day on which months begin unless the sentence names one.
    let monthStart: Int?

    /// How deep parentheses may nest (RL-3).
    static let depthLimit = 4

    /// - Parameter isExplaining: whether it keeps what would have fitted where it gets stuck;
    ///   not needed to find out whether a sentence can be read.
    init(tokens: [Token], isExplaining: Bool, monthStart: Int? = nil, groups: NamedGroups = .none) {
        self.tokens = tokens
        self.monthStart = monthStart
        self.groups = groups
        self.isExplaining = isExplaining
        folded = tokens.map(\.folded)
    }

    /// A parser of the same kind for other tokens.
    func with(_ tokens: [Token]) -> Parser {
        Parser(tokens: tokens, isExplaining: isExplaining, monthStart: monthStart, groups: groups)
    }

    var next: Token { tokens[position] }

    /// The token `distance` ahead, the end token beyond the end.
    func peek(_ distance: Int) -> Token { tokens[index(distance)] }

    private func index(_ distance: Int) -> Int { min(position + distance, tokens.count - 1) }

    /// The place from `start` up to the last token that was read.
    func span(from start: Int) -> Range<Int> {
        let lower = tokens[start].span.lowerBound
        guard position > start else { return lower..<lower }
        // Reworded tokens need not be in the order of the sentence.
        let spans = tokens[start..<position].map(\.span)
        let last = spans.reduce(lower) { max($0, $1.upperBound) }
        return spans.reduce(lower) { min($0, $1.lowerBound) }..<last
    }

    /// Reads a phrase if it comes next; otherwise records it as expected.
    mutating func accept(_ text: String, _ topic: Phrase.Topic) -> Bool {
        accept(Phrase(text: text, topic: topic))
    }

    /// The same for a phrase that no finding lists.
    mutating func acceptHidden(_ text: String, _ topic: Phrase.Topic) -> Bool {
        accept(Phrase(text: text, topic: topic, isShown: false))
    }

    private mutating func accept(_ phrase: Phrase) -> Bool {
        trials += 1
        // Most phrases fail at their first word, which is seen without cutting them into words.
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

    /// Reads the first phrase of a table that comes next.
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

    /// Whether a phrase comes next; records nothing.
    func isAt(_ phrase: String) -> Bool {
        phrase.hasPrefix(folded[position])
            && phrase.split(separator: " ").enumerated().allSatisfy { folded[index($0)] == $1 }
    }

    /// Notes that something would have fitted here; something without fixed words is described.
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

/// Something that would have fitted where a sentence went wrong.
struct Expectation: Sendable, Hashable {
    /// What to write in place of the wrong token; `nil` if it is no fixed text.
    let word: String?
    /// The rest of the phrase, for people.
    let phrase: String
    let topic: Phrase.Topic
    let isShown: Bool
}

/// Why the parser gave up.
enum ParseStop: Error {
    /// The furthest token does not fit; the expectations name what would.
    case unexpected
    /// The words fit, but their meaning is impossible.
    ///
    /// `insertion` is the text that is missing before its place, if inserting it gives the intended
    /// meaning.
    case problem(SentenceProblem, insertion: String = "")
}
