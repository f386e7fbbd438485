import Foundation

/// Texts as rules compare them: composed (NFC) and in small letters (RL-6).
///
/// Norwegian letters stay letters of their own: `å` is not `a`.
enum MatchText {
    /// The text as it is compared.
    static func fold(_ text: String) -> String {
        // Most bank texts are ASCII, which needs no composing.
        text.utf8.allSatisfy { $0 < 0x80 }
            ? text.lowercased() : text.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// The bytes of the folded text.
    static func bytes(_ text: String) -> [UInt8] { Array(fold(text).utf8) }
}
