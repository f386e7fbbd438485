import Finance

/// Texts as rules compare them: composed, in small letters, blanks collapsed (RL-6).
///
/// Norwegian letters stay letters of their own: `å` is not `a`.
enum MatchText {
    /// The text as it is compared.
    static func fold(_ text: String) -> String { FoldedText(text).text }

    /// The folded text in code points, which is what patterns match.
    static func scalars(_ text: String) -> [UInt32] { fold(text).unicodeScalars.map(\.value) }

    /// The folded text without what a booking wraps around the merchant (D44), if there is any.
    static func unwrapped(_ text: String) -> [UInt32]? {
        let folded = FoldedText(text)
        let bare = MerchantName.unwrapped(folded)
        return bare == folded ? nil : bare.text.unicodeScalars.map(\.value)
    }
}
