/// One or more words that stand together in the grammar, such as `at least`.
struct Phrase: Sendable, Hashable {
    /// The words in lower case.
    let words: [String]
    /// What it is one of; a finding shows the phrases of one topic together.
    let topic: Topic
    /// Whether a finding lists it; synonyms and rare forms are understood without being listed.
    let isShown: Bool
    /// The words from each place on with single spaces, made once: findings need them often.
    let tails: [String]

    /// Makes a phrase from its words with single spaces.
    init(_ text: String, _ topic: Topic, isShown: Bool = true) {
        let words = text.split(separator: " ").map(String.init)
        self.words = words
        tails = words.indices.map { words[$0...].joined(separator: " ") }
        self.topic = topic
        self.isShown = isShown
    }

    /// The words with single spaces.
    var text: String { tails[0] }

    /// What phrases have in common.
    enum Topic: Sendable, Hashable {
        case amount, body, category, clause, comparison, condition, currency, deadline, duration
        case end, figure, filter, link, limit, moment, name, noun, scope, settlement, type, unit
        case weekday, window
    }
}
