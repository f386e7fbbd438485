import Finance

extension Body {
    /// The body in canonical words: `balance of 'Brukskonto' is under 100 NOK`.
    ///
    /// It can be parsed again and then means the same.
    public var canonicalWords: String { CanonicalWords(isKey: false).body(self) }

    /// Identifies what the body means: equal for sentences that differ only in words (RL-1).
    public var key: String { StableHash("body", CanonicalWords(isKey: true).body(self)).hex }
}

extension Sentence {
    /// The whole sentence in canonical words, clauses after commas.
    public var canonicalWords: String {
        let words = CanonicalWords(isKey: false)
        return ([words.body(body)] + clauses.map(words.clause)).joined(separator: ", ")
    }
}
