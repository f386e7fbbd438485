import Finance

/// A text to look for: whole with `*` and `?`, or anywhere inside (RL-5).
///
/// A text of n code points is tried with a pattern of m in at most m + n·⌈m/64⌉ steps, for every
/// text and pattern; a sentence has at most 500 characters, so that is 8 steps for each of the text.
///
/// ```swift
/// TextPattern(glob: "REMA*").matches("Rema 1000 Torshov")         // true
/// TextPattern(containing: "1000").matches("Rema 1000 Torshov")    // true
/// ```
struct TextPattern: Sendable, Hashable {
    /// The pieces between the stars.
    private let pieces: [TextPiece]
    /// Whether the first piece must stand at the start and the last one at the end.
    private let isAnchored: Bool

    /// Makes a pattern for the whole text, in which `*` is any text and `?` any one character.
    init(glob: String) {
        pieces = MatchText.fold(glob).unicodeScalars
            .split(separator: "*", omittingEmptySubsequences: false)
            .map { TextPiece($0.map { $0 == "?" ? nil : $0.value }) }
        isAnchored = true
    }

    /// Makes a pattern that may occur anywhere; `*` and `?` are ordinary characters here.
    init(containing text: String) {
        pieces = [TextPiece(MatchText.fold(text).unicodeScalars.map(\.value))]
        isAnchored = false
    }

    /// The one text that matches, in folded code points; `nil` for a pattern that more can match.
    var literal: [UInt32]? {
        guard isAnchored, pieces.count == 1 else { return nil }
        return pieces[0].literal
    }

    /// Whether the text matches; folds it first.
    func matches(_ text: String) -> Bool {
        matches(folded: MatchText.fold(text).unicodeScalars.map(\.value))
    }

    /// Whether the folded code points match.
    func matches(folded text: [UInt32]) -> Bool {
        var steps = 0
        return matches(folded: text, counting: &steps)
    }

    /// Whether the folded code points match; adds the steps that it took to find out.
    ///
    /// Every piece is taken at its first possible place: with stars in between, no later place
    /// could help, so nothing is tried twice.
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
