/// How a receiver reads text, and what has to be done so that foreign text stays text.
///
/// Beside markup, three things are taken from a text's signs: they call nobody (`@all`), link
/// nowhere (`https://…`, `shop.example`, `$USD`, no preview of a page is fetched) and become no picture
/// (`:name:`). An invisible ZERO WIDTH SPACE is put behind the sign that would begin it.
enum TextEscaping: Sendable {
    /// Plain text that programs look for links in.
    case plain
    /// Markdown in which a backslash takes a sign's meaning away (CommonMark, section 2.4).
    case markdown
    case html
    /// The inside of a fenced block of code: nothing has a meaning there but its end.
    case fence

    /// The text in pieces that must not be cut, one per character as a person counts them.
    func pieces(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [String] = []
        var index = 0
        for character in text {
            var piece = String.UnicodeScalarView()
            // A character may carry marks after its sign, so scalars are looked at.
            for scalar in character.unicodeScalars {
                let place = Place(scalars: scalars, index: index)
                piece.append(contentsOf: escaped(scalar, at: place).unicodeScalars)
                if self != .fence, place.mayBegin(with: scalar) { piece.append("\u{200B}") }
                index += 1
            }
            pieces.append(String(piece))
        }
        return pieces
    }

    func escaped(_ text: String) -> String { pieces(of: text).joined() }

    private func escaped(_ scalar: Unicode.Scalar, at place: Place) -> String {
        switch self {
        case .plain: String(scalar)
        case .html: Self.entity(scalar) ?? String(scalar)
        case .markdown: Self.needsBackslash(scalar, place) ? "\\\(scalar)" : String(scalar)
        case .fence: scalar == "`" ? "`\u{200B}" : String(scalar)
        }
    }

    private static func entity(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }

    private static func needsBackslash(_ scalar: Unicode.Scalar, _ place: Place) -> Bool {
        switch scalar {
        case "\\", "*", "_", "~", "`", "|", "<", ">", "[", "]", "#", "&", "$": true
        // These begin a list, a heading or a rule, and only at the beginning of a line.
        case "-", "+", "=": place.isAtLineStart
        case ".", ")": place.isAfterLeadingDigits
        default: false
        }
    }
}

extension TextEscaping {
    /// A sign among its neighbours.
    private struct Place {
        let scalars: [Unicode.Scalar]
        let index: Int

        private var next: Unicode.Scalar? {
            index + 1 < scalars.count ? scalars[index + 1] : nil
        }

        private var previous: Unicode.Scalar? { index > 0 ? scalars[index - 1] : nil }

        var isAtLineStart: Bool {
            var position = index - 1
            while position >= 0, scalars[position] == " " { position -= 1 }
            return position < 0 || scalars[position] == "\n"
        }

        var isAfterLeadingDigits: Bool {
            var position = index - 1
            while position >= 0, ("0"..."9").contains(scalars[position]) { position -= 1 }
            return position < index - 1
                && Place(scalars: scalars, index: position + 1).isAtLineStart
        }

        /// Whether the sign may begin a mention, a link, a command, a tag or a picture.
        func mayBegin(with scalar: Unicode.Scalar) -> Bool {
            guard let next, !next.properties.isWhitespace else { return false }
            switch scalar {
            case "@": return true
            case ".", "$": return next.properties.isAlphabetic
            case "#": return next.properties.isAlphabetic || ("0"..."9").contains(next)
            case "/":
                return next.properties.isAlphabetic
                    && previous.map { $0.properties.isWhitespace } ?? true
            // Times of day keep theirs.
            case ":":
                return
                    !(("0"..."9").contains(next)
                    && previous.map { ("0"..."9").contains($0) } ?? false)
            default: return false
            }
        }
    }
}

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
