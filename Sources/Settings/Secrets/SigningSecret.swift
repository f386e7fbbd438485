import Foundation

/// What a key for webhook signatures looks like.
enum SigningSecret {
    /// Whether `text` is `whsec_` followed by the base64 of 24 to 64 bytes, as Standard
    /// Webhooks 1.0.0 asks.
    static func isWellFormed(_ text: String) -> Bool {
        let prefix = "whsec_"
        guard text.hasPrefix(prefix) else { return false }
        let key = Data(base64Encoded: String(text.dropFirst(prefix.count)))
        return key.map { (24...64).contains($0.count) } ?? false
    }
}
