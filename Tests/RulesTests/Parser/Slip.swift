@testable import Rules

/// One edit inside one keyword of a sentence.
struct Slip {
    /// The sentence with the slip.
    let sentence: String
    /// The keyword that was meant.
    let meant: String
    /// What stands there instead.
    let written: String
    /// Where the phrase stands that the keyword belongs to.
    let phrase: Range<Int>

    /// Every deletion, doubling, swap and replacement of a letter in every keyword.
    static func all(in sentence: String) -> [Slip] {
        let tokens = Lexer.tokens(of: sentence)
        return tokens.indices.flatMap { index -> [Slip] in
            let token = tokens[index]
            guard case .word = token.kind, isKeyword(token) else { return [] }
            return edits(of: token.text).sorted().filter { !isKeyword($0) && !$0.isEmpty }.map {
                edit in
                var scalars = Array(sentence.unicodeScalars)
                scalars.replaceSubrange(token.span, with: edit.unicodeScalars)
                var view = String.UnicodeScalarView()
                view.append(contentsOf: scalars)
                return Slip(
                    sentence: String(view), meant: token.folded, written: edit,
                    phrase: phrase(around: index, in: tokens, growth: edit, token: token))
            }
        }
    }

    /// The same for every word of a Norwegian sentence, every seventh of them.
    static func norwegian(in sentence: String) -> [Slip] {
        let language = EverydayWords.norwegian
        let slips = Lexer.tokens(of: sentence).flatMap { token -> [Slip] in
            guard case .word = token.kind, token.text == token.folded, token.text.count > 1,
                EverydayWords.isKnown(token.folded, in: language), !Slot.isCurrency(token)
            else { return [] }
            return edits(of: token.text).sorted()
                .filter { !EverydayWords.isKnown($0, in: language) && !$0.isEmpty }
                .map { edit in
                    let lower = token.span.lowerBound
                    return Slip(
                        sentence: sentence.replacing(scalars: token.span, by: edit),
                        meant: token.folded, written: edit,
                        phrase: lower..<lower + edit.unicodeScalars.count)
                }
        }
        return slips.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
    }

    /// Deletions, swaps, doublings, and every letter replaced by two others.
    static func edits(of word: String) -> Set<String> {
        let letters = Array(word)
        var edits: Set<String> = []
        for index in letters.indices {
            var shorter = letters
            shorter.remove(at: index)
            edits.insert(String(shorter))
            var longer = letters
            longer.insert(letters[index], at: index)
            edits.insert(String(longer))
            if index + 1 < letters.count {
                var swapped = letters
                swapped.swapAt(index, index + 1)
                edits.insert(String(swapped))
            }
            for other in ["e", "x", "s", "q"] as [Character] {
                var replaced = letters
                replaced[index] = other
                edits.insert(String(replaced))
                var inserted = letters
                inserted.insert(other, at: index)
                edits.insert(String(inserted))
            }
        }
        return edits.subtracting([word])
    }

    private static let known = Vocabulary.reserved.union(
        Vocabulary.categories.flatMap(\.phrase.words) + Vocabulary.types.flatMap(\.phrase.words))

    private static func isKeyword(_ token: Token) -> Bool {
        // A capitalised word is a name.
        token.text == token.folded && isKeyword(token.folded) && token.folded != "kr"
    }

    private static func isKeyword(_ word: String) -> Bool { known.contains(Substring(word)) }

    /// The run of keywords around a token, at most three to each side.
    private static func phrase(
        around index: Int, in tokens: [Token], growth edit: String, token: Token
    ) -> Range<Int> {
        let change = edit.unicodeScalars.count - token.span.count
        for phrase in Phrases.all {
            for (place, word) in phrase.enumerated() where word == token.folded {
                let start = index - place
                guard start >= 0, start + phrase.count <= tokens.count else { continue }
                let isHere = phrase.indices.allSatisfy { tokens[start + $0].folded == phrase[$0] }
                guard isHere else { continue }
                let end = tokens[start + phrase.count - 1].span.upperBound
                return tokens[start].span.lowerBound..<end + change
            }
        }
        return token.span.lowerBound..<token.span.upperBound + change
    }
}

/// The phrases of several words, longest first.
private enum Phrases {
    static let all: [[String]] = {
        let fixed: [Substring] = [
            "reservation dropped", "a reservation", "number of", "upcoming payments",
            "sign-in expires in less than", "notifications are failing", "older than",
            "in the next", "any account", "each account", "all accounts", "in the last",
            "at a new merchant", "in a foreign currency", "in category", "of type",
            "except own transfers", "above the previous one", "above its reservation",
            "below its reservation", "at another amount", "by the", "last day",
            "last working day", "every day", "every month on the", "on the same day",
            "only between", "only on", "at most", "remind every",
        ]
        let tables =
            Vocabulary.relations.map(\.phrase.words) + Vocabulary.figures.map(\.phrase.words)
            + Vocabulary.likenesses.map(\.phrase.words)
        return (fixed.map { $0.split(separator: " ") } + tables)
            .map { $0.map(String.init) }.filter { $0.count > 1 }
            .sorted { $0.count > $1.count }
    }()
}
