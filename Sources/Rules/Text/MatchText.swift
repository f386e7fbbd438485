import Finance

/// Texts as rules compare them: composed, in small letters, blanks collapsed (RL-6).
///
/// Norwegian letters stay letters of their own: `å` is not `a`.
enum MatchText {
    static func fold(_ text: String) -> String { FoldedText(text).text }

    /// The folded text in code points, which is what patterns match.
    static func scalars(_ text: String) -> [UInt32] { fold(text).unicodeScalars.map(\.value) }

    /// The folded text without the parts that a booking adds around the merchant (D44), if there
    /// are any.
    static func unwrapped(_ text: String) -> [UInt32]? {
        let folded = FoldedText(text)
        let bare = MerchantName.unwrapped(folded)
        return bare == folded ? nil : bare.text.unicodeScalars.map(\.value)
    }
}

extension EditDistance {
    /// The most slips that a word of this length is excused.
    static func tolerance(for word: String) -> Int { max(1, min(3, word.unicodeScalars.count / 2)) }

    /// The known names that are closest to `written`, closest first; close ones only.
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
