/// A text to look for: whole with `*` and `?`, or anywhere inside (RL-5).
///
/// Nothing is ever tried twice at one place, so no pattern makes it slow.
///
/// ```swift
/// TextPattern(glob: "REMA*").matches("Rema 1000 Torshov")         // true
/// TextPattern(containing: "1000").matches("Rema 1000 Torshov")    // true
/// ```
struct TextPattern: Sendable, Hashable {
    /// The pieces between the stars, as folded code points; `nil` stands for `?`.
    private let pieces: [[UInt32?]]
    /// Whether the first piece must stand at the start.
    private let isAnchoredAtStart: Bool
    /// Whether the last piece must stand at the end.
    private let isAnchoredAtEnd: Bool

    /// Makes a pattern for the whole text, in which `*` is any text and `?` any one character.
    init(glob: String) {
        let parts = MatchText.fold(glob).unicodeScalars
            .split(separator: "*", omittingEmptySubsequences: false)
        pieces = parts.map { $0.map { $0 == "?" ? nil : $0.value } }
        isAnchoredAtStart = true
        isAnchoredAtEnd = true
    }

    /// Makes a pattern that may occur anywhere; `*` and `?` are ordinary characters here.
    init(containing text: String) {
        pieces = [MatchText.fold(text).unicodeScalars.map(\.value)]
        isAnchoredAtStart = false
        isAnchoredAtEnd = false
    }

    /// Whether the text matches; folds it first.
    func matches(_ text: String) -> Bool {
        matches(folded: MatchText.fold(text).unicodeScalars.map(\.value))
    }

    /// Whether the folded code points match.
    ///
    /// Every piece is taken at its first possible place: with stars in between, no later place
    /// could help, so nothing is tried twice.
    func matches(folded text: [UInt32]) -> Bool {
        if pieces.count == 1, isAnchoredAtStart, isAnchoredAtEnd {
            return text.count == pieces[0].count && stands(pieces[0], in: text, at: 0)
        }
        var position = 0
        var rest = pieces[...]
        if isAnchoredAtStart, let first = rest.popFirst() {
            guard stands(first, in: text, at: 0) else { return false }
            position = first.count
        }
        let last = isAnchoredAtEnd ? rest.popLast() : nil
        for piece in rest {
            guard let found = find(piece, in: text, from: position) else { return false }
            position = found + piece.count
        }
        guard let last else { return true }
        return text.count - last.count >= position
            && stands(last, in: text, at: text.count - last.count)
    }

    private func find(_ piece: [UInt32?], in text: [UInt32], from start: Int) -> Int? {
        guard text.count >= piece.count + start else { return nil }
        for place in start...text.count - piece.count where stands(piece, in: text, at: place) {
            return place
        }
        return nil
    }

    private func stands(_ piece: [UInt32?], in text: [UInt32], at place: Int) -> Bool {
        guard place >= 0, place + piece.count <= text.count else { return false }
        for (offset, letter) in piece.enumerated() {
            if let letter, text[place + offset] != letter { return false }
        }
        return true
    }
}
