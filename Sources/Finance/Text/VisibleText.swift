/// Finds and replaces characters of outside texts that do more than show themselves; all such
/// knowledge is here.
///
/// A bank's text may contain terminal escape sequences, characters that change the direction of
/// writing, and separators that some programs take for line ends.
package enum VisibleText: Sendable {
    /// C0, DEL and C1, and the two separators of Unicode.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// The marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX 9), and
    /// the byte-order mark.
    package static func turnsWriting(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Whether a text may contain any of them; some harmless characters share a byte and count too.
    package static func isSuspicious(_ text: String) -> Bool {
        text.utf8.contains { byte in
            switch byte {
            case 0...0x1F, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
            default: false
            }
        }
    }

    /// The text with a replacement character for each of them; tabs and line ends stay.
    package static func shown(_ text: String) -> String {
        replaced(text) { $0 == "\n" || $0 == "\t" ? $0 : "\u{FFFD}" }
    }

    /// The text on one line, with a space for each control character and no direction characters.
    package static func line(_ text: String) -> String {
        replaced(text) { isControl($0) ? " " : nil }
    }

    private static func replaced(
        _ text: String, by other: (Unicode.Scalar) -> Unicode.Scalar?
    ) -> String {
        guard isSuspicious(text) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !isControl(scalar) && !turnsWriting(scalar) {
                result.append(scalar)
            } else if let other = other(scalar) {
                result.append(other)
            }
        }
        return String(result)
    }
}
