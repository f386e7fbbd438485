/// Escapes for the two little languages that receivers read texts in; both know `& < >` only.
enum MarkupEscaping {
    /// The body of a desktop notification for a daemon that has `body-markup` (Pango's subset).
    static func pango(_ text: String) -> String {
        escaped(text, limit: .max)
    }

    /// Text for Slack, at most `limit` UTF-16 units after escaping; "…" ends what was cut.
    ///
    /// `<` begins links and mentions there, so an escaped `<!channel>` calls nobody. The cut never
    /// falls inside an escape or a character.
    static func slack(_ text: String, limit: Int) -> String {
        escaped(text, limit: limit)
    }

    private static func escaped(_ text: String, limit: Int) -> String {
        var result = ""
        var length = 0
        // Where the text would end if the next character did not fit, to leave room for "…".
        var lastEnd = result.startIndex
        for character in text {
            let piece = escape(character)
            length += piece.utf16.count
            guard length <= limit else { return result[..<lastEnd] + "…" }
            result += piece
            if length < limit { lastEnd = result.endIndex }
        }
        return result
    }

    /// A character may carry marks after its sign, so scalars are looked at.
    private static func escape(_ character: Character) -> String {
        var piece = ""
        for scalar in character.unicodeScalars {
            switch scalar {
            case "&": piece += "&amp;"
            case "<": piece += "&lt;"
            case ">": piece += "&gt;"
            default: piece.unicodeScalars.append(scalar)
            }
        }
        return piece
    }
}
