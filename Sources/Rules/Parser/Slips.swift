import Finance

/// Puts words right that are spelt nearly like a word of a language (RL-51).
struct Slips {
    let language: WordTable
    let groups: NamedGroups

    struct Repair {
        let sentence: String
        /// Where the first wrong word stands.
        let span: Range<Int>
        /// What it was probably meant to be; several if each means something else.
        let words: [String]
        /// How far the word is from what was written.
        let cost: Int
    }

    /// The sentence with its unknown words put right, if it can be read then.
    ///
    /// - Parameter most: the most words to put right.
    func repair(_ sentence: String, most: Int = 2) -> Repair? {
        let cut = EverydayTokens.tokens(of: sentence)
        let unknown = language.unknown(in: cut, groups)
        guard let place = unknown.first, unknown.count <= most, !cut.contains(where: \.isInvalid)
        else { return nil }
        let span = cut[place].span
        guard !EverydayWords.isKnown(cut[place].folded) else { return nil }
        var found: [(word: String, cost: Int, sentence: String, meaning: [String])] = []
        for (word, cost) in language.near(cut[place].folded).prefix(12)
        where cost <= found.first?.cost ?? .max && !language.fillers.contains(word)
            && !(cut.hasNumber(before: place)
                && (word == "are" || word == "kr" || language.isIdle(word)
                    || span.count < 3 && CurrencyCodes.contains(word.uppercased())))
        {
            let next = sentence.replacing(scalars: span, by: word)
            let rest = unknown.count > 1 ? repair(next, most: most - 1) : nil
            guard unknown.count == 1 || rest?.words.count == 1 else { continue }
            let whole = rest?.sentence ?? next
            // The reader of parts takes words in any order, so a guess has to be near and to say something.
            let isLoose = unknown.count == 1 && cost / 10 < 2 && !language.isIdle(word)
            let readings = ParseAttempt(whole, groups: groups).readings(isLoose: isLoose)
            guard readings.count == 1 else { continue }
            if found.contains(where: { $0.meaning == readings[0].meaning }) { continue }
            found.append((word, cost, whole, readings[0].meaning))
        }
        guard let first = found.first else { return nil }
        return Repair(
            sentence: first.sentence, span: span, words: found.map(\.word), cost: first.cost)
    }
}
