/// The tables of everyday words: one line is one synonym (RL-60).
///
/// ``WordTable`` says how a line is written.
enum EverydayWords {
    static let english = WordTable(englishLines)
    static let norwegian = WordTable(norwegianLines)
    /// In the order in which they are tried.
    static let languages = [english, norwegian]

    /// Whether a word in small letters has a meaning, so that it is no slip for another one.
    static func isKnown(_ word: String) -> Bool {
        Vocabulary.isReserved(word) || others.contains(word)
    }

    private static let others = Set(languages.flatMap(\.words))
        .union(Vocabulary.categories.flatMap(\.phrase.words).map(String.init))
}
