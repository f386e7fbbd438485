import Finance

/// A text to search for: the whole text with `*` and `?`, or a part of it (RL-5).
///
/// A text of n code points is compared with a pattern of m code points in at most m + n·⌈m/64⌉
/// steps. A sentence has at most 500 characters, so these are at most 8 steps for each code point
/// of the text.
///
/// ```swift
/// TextPattern(glob: "REMA*").matches("Rema 1000 Torshov")         // true
/// TextPattern(containing: "1000").matches("Rema 1000 Torshov")    // true
/// ```
struct TextPattern: Sendable, Hashable {
    /// The parts of the pattern between its stars.
    private let pieces: [TextPiece]
    /// Whether the first piece must be at the start of the text and the last one at its end.
    private let isAnchored: Bool

    /// Makes a pattern for a whole text; `*` is any text and `?` is any one character.
    init(glob: String) {
        pieces = MatchText.fold(glob).unicodeScalars
            .split(separator: "*", omittingEmptySubsequences: false)
            .map { TextPiece($0.map { $0 == "?" ? nil : $0.value }) }
        isAnchored = true
    }

    /// Makes a pattern for a part of a text; `*` and `?` are ordinary characters.
    init(containing text: String) {
        pieces = [TextPiece(MatchText.fold(text).unicodeScalars.map(\.value))]
        isAnchored = false
    }

    /// The only text that matches, in folded code points; `nil` if the pattern has wildcards.
    var literal: [UInt32]? {
        guard isAnchored, pieces.count == 1 else { return nil }
        return pieces[0].literal
    }

    func matches(_ text: String) -> Bool {
        matches(folded: MatchText.scalars(text))
    }

    func matches(folded text: [UInt32]) -> Bool {
        var steps = 0
        return matches(folded: text, counting: &steps)
    }

    /// Whether the folded code points match; adds the number of steps to `steps`.
    ///
    /// Every piece is taken at its first possible place. Because stars separate the pieces, no
    /// later place could help, so nothing is compared twice.
    func matches(folded text: [UInt32], counting steps: inout Int) -> Bool {
        guard isAnchored else { return pieces[0].end(in: text, from: 0, &steps) != nil }
        let (first, last) = (pieces[0], pieces[pieces.count - 1])
        if pieces.count == 1 {
            return text.count == first.count && first.stands(in: text, at: 0, &steps)
        }
        guard first.count + last.count <= text.count, first.stands(in: text, at: 0, &steps),
            last.stands(in: text, at: text.count - last.count, &steps)
        else { return false }
        var position = first.count
        for piece in pieces[1..<pieces.count - 1] {
            guard let end = piece.end(in: text, from: position, &steps) else { return false }
            position = end
        }
        return position <= text.count - last.count
    }
}

/// A part of a pattern between stars, whose first occurrence is found in one pass over a text.
///
/// All places are compared at once: bit i of the state means that the first i + 1 letters of the
/// piece end here (Baeza-Yates and Gonnet, "A New Approach to Text Searching", 1992).
struct TextPiece: Sendable, Hashable {
    /// The folded code points; `nil` matches any code point.
    private let letters: [UInt32?]
    /// The index in `table` of each code point's mask, in which a bit is set for each of its
    /// places.
    private let masks: [UInt32: Int]
    /// The words of all masks; the first ones are for code points that are not in the piece.
    private let table: [UInt64]
    /// The number of words of a mask.
    private let width: Int

    init(_ letters: [UInt32?]) {
        self.letters = letters
        width = max(1, (letters.count + 63) / 64)
        var masks: [UInt32: Int] = [:]
        for letter in letters.compactMap(\.self) where masks[letter] == nil {
            masks[letter] = (masks.count + 1) * width
        }
        var table = [UInt64](repeating: 0, count: (masks.count + 1) * width)
        for (place, letter) in letters.enumerated() {
            let bit = UInt64(1) << UInt64(place % 64)
            let starts = letter.map { [masks[$0] ?? 0] } ?? [0] + masks.values
            for start in starts { table[start + place / 64] |= bit }
        }
        self.masks = masks
        self.table = table
    }

    var count: Int { letters.count }

    /// The letters; `nil` if one of them is a wildcard.
    var literal: [UInt32]? {
        let known = letters.compactMap(\.self)
        return known.count == letters.count ? known : nil
    }

    /// Whether the piece matches at a place of a text that has enough room there.
    func stands(in text: [UInt32], at place: Int, _ steps: inout Int) -> Bool {
        for (offset, letter) in letters.enumerated() {
            steps += 1
            if let letter, text[place + offset] != letter { return false }
        }
        return true
    }

    /// The end of the first occurrence from `start` on; `nil` if there is none.
    func end(in text: [UInt32], from start: Int, _ steps: inout Int) -> Int? {
        guard let first = letters.first else { return start }
        guard text.count - start >= letters.count else { return nil }
        if width > 1 { return wideEnd(in: text, from: start, &steps) }
        let goal = UInt64(1) << UInt64(letters.count - 1)
        var state: UInt64 = 0
        for place in start..<text.count {
            steps += 1
            let letter = text[place]
            // Nothing has begun and nothing begins here, which is so for most characters.
            if state == 0, let first, letter != first { continue }
            state = (state << 1 | 1) & table[masks[letter] ?? 0]
            if state & goal != 0 { return place + 1 }
        }
        return nil
    }

    /// The end of the first occurrence, for a piece of more than 64 characters.
    private func wideEnd(in text: [UInt32], from start: Int, _ steps: inout Int) -> Int? {
        var state = [UInt64](repeating: 0, count: width)
        let goal = UInt64(1) << UInt64((letters.count - 1) % 64)
        for place in start..<text.count {
            let mask = masks[text[place]] ?? 0
            var carry: UInt64 = 1
            for word in 0..<width {
                steps += 1
                let next = state[word] >> 63
                state[word] = (state[word] << 1 | carry) & table[mask + word]
                carry = next
            }
            if state[width - 1] & goal != 0 { return place + 1 }
        }
        return nil
    }
}

/// Texts in the form in which rules compare them: composed, in lower case, with single spaces
/// (RL-6).
///
/// Norwegian letters stay letters of their own: `å` is not `a`.
enum MatchText {
    static func fold(_ text: String) -> String { FoldedText(text).text }

    /// The code points of the folded text, which patterns are compared with.
    static func scalars(_ text: String) -> [UInt32] { fold(text).unicodeScalars.map(\.value) }

    /// The folded text without the parts that a booking adds around the merchant (D44).
    ///
    /// `nil` if there are no such parts.
    static func unwrapped(_ text: String) -> [UInt32]? {
        let folded = FoldedText(text)
        let bare = MerchantName.unwrapped(folded)
        return bare == folded ? nil : bare.text.unicodeScalars.map(\.value)
    }
}

extension EditDistance {
    /// The largest edit distance at which a word of this length counts as misspelt.
    static func tolerance(for word: String) -> Int { max(1, min(3, word.unicodeScalars.count / 2)) }

    /// The three names that are closest to a written one, closest first, within the tolerance.
    static func nearest(to written: String, among names: some Sequence<String>) -> [String] {
        let folded = written.lowercased()
        let tolerance = tolerance(for: written)
        return names.map { (name: $0, distance: between(folded, $0.lowercased())) }
            .filter { $0.distance <= tolerance }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3).map(\.name)
    }
}
