/// What a receiver counts when it limits the length of a text.
enum LengthUnit: Sendable {
    /// UTF-16 code units, which are never fewer than code points or what a person counts.
    case utf16
    /// Bytes of UTF-8.
    case bytes

    /// The length of a text.
    func length(of text: String) -> Int {
        switch self {
        case .utf16: text.utf16.count
        case .bytes: text.utf8.count
        }
    }

    /// The pieces from the first on that fit; "…" takes the place of what does not.
    func cut(_ pieces: [String], to limit: Int) -> String {
        var result = ""
        var length = 0
        // Where the text would end if the next piece did not fit, to leave room for "…".
        var lastEnd = result.startIndex
        let mark = self.length(of: "…")
        for piece in pieces {
            length += self.length(of: piece)
            guard length <= limit else { return limit < mark ? "" : result[..<lastEnd] + "…" }
            result += piece
            if length <= limit - mark { lastEnd = result.endIndex }
        }
        return result
    }
}
