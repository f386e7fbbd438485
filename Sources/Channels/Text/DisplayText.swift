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
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n" && keepsLineBreaks {
                result.append(scalar)
            } else if isControl(scalar) {
                result.append(" ")
            } else if !turnsWriting(scalar) {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// C0, DEL, C1 and the two separators that some programs take for line breaks.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX 9).
    private static func turnsWriting(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
