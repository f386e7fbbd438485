import Finance

/// Derives identifiers of notices, the same for the same event on every run (D40).
enum NoticeID: Sendable {
    /// `ntc_` and 32 hexadecimal digits, from a word for the purpose and what identifies the event.
    static func text(_ purpose: String, _ parts: [String]) -> String {
        "ntc_" + StableHash(parts: [purpose] + parts).hex
    }
}
