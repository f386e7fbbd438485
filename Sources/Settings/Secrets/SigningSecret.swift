import Foundation

/// What a key for webhook signatures looks like.
enum SigningSecret {
    /// Whether `text` is `whsec_` followed by the base64 of at least one byte.
    static func isWellFormed(_ text: String) -> Bool {
        let prefix = "whsec_"
        guard text.hasPrefix(prefix) else { return false }
        let key = Data(base64Encoded: String(text.dropFirst(prefix.count)))
        return key?.isEmpty == false
    }
}
