import Finance

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

    /// The names that are closest to a written one, closest first, within the tolerance.
    static func nearest(
        to written: String, among names: some Sequence<String>, limit: Int = 3
    ) -> [String] {
        let folded = written.lowercased()
        let tolerance = tolerance(for: written)
        return names.map { (name: $0, distance: between(folded, $0.lowercased())) }
            .filter { $0.distance <= tolerance }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(limit).map(\.name)
    }
}
