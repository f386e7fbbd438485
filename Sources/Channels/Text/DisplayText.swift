import Finance

/// Text from elsewhere, made safe to show: it cannot steer a terminal, reverse a line or flood.
///
/// Bank texts are neutralised when a notice is made; this is the second lock on the same door.
enum DisplayText {
    /// One line of at most `limit` characters.
    ///
    /// Control characters and line breaks become blanks, and the order of writing can't be turned
    /// around. What is cut ends in "…".
    static func line(_ text: String, limit: Int) -> String {
        shortened(clean(text, keepsLineBreaks: false), to: limit)
    }

    /// Several lines, otherwise like ``line(_:limit:)``.
    static func lines(_ text: String, limit: Int) -> String {
        shortened(clean(text, keepsLineBreaks: true), to: limit)
    }

    /// The first `limit` characters, the last of them "…" if something was cut off.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return text.prefix(max(limit - 1, 0)) + "…"
    }

    private static func clean(_ text: String, keepsLineBreaks: Bool) -> String {
        guard keepsLineBreaks else { return VisibleText.line(text) }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.line(String($0)) }.joined(separator: "\n")
    }
}
