/// How a receiver parses text, and which characters must be escaped.
///
/// Beside markup, three effects are prevented: texts mention nobody (`@all`), link nowhere
/// (`https://…`, `shop.example`, `$USD`, so no preview of a page is fetched) and become no picture
/// (`:name:`). An invisible ZERO WIDTH SPACE is put after the character that would begin it.
enum TextEscaping: Sendable {
    /// Plain text in which programs look for links.
    case plain
    /// Markdown in which a backslash escapes a character (CommonMark, section 2.4).
    case markdown
    case html
    /// The inside of a fenced block of code: only its end has a meaning there.
    case fence
    /// Only `& < >` have a meaning.
    ///
    /// Used for Slack's plain texts, where `<` begins links and mentions, and for bodies of desktop
    /// notifications if the daemon has `body-markup` (Pango's subset).
    case entities

    /// The text in pieces that must not be cut, one per character.
    func pieces(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [String] = []
        var index = 0
        for character in text {
            var piece = String.UnicodeScalarView()
            // A character may have combining marks, so scalars are checked.
            for scalar in character.unicodeScalars {
                let place = Place(scalars: scalars, index: index)
                piece.append(contentsOf: escaped(scalar, at: place).unicodeScalars)
                if hasLinks, place.mayBegin(with: scalar) { piece.append("\u{200B}") }
                index += 1
            }
            pieces.append(String(piece))
        }
        return pieces
    }

    func escaped(_ text: String) -> String { pieces(of: text).joined() }

    private var hasLinks: Bool { self != .fence && self != .entities }

    private func escaped(_ scalar: Unicode.Scalar, at place: Place) -> String {
        switch self {
        case .plain: String(scalar)
        case .html: scalar == "\"" ? "&quot;" : Self.entity(scalar) ?? String(scalar)
        case .entities: Self.entity(scalar) ?? String(scalar)
        case .markdown: Self.needsBackslash(scalar, place) ? "\\\(scalar)" : String(scalar)
        case .fence: scalar == "`" ? "`\u{200B}" : String(scalar)
        }
    }

    private static func entity(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: nil
        }
    }

    private static func needsBackslash(_ scalar: Unicode.Scalar, _ place: Place) -> Bool {
        switch scalar {
        case "\\", "*", "_", "~", "`", "|", "<", ">", "[", "]", "#", "&", "$": true
        // These begin a list, a heading or a rule, but only at the beginning of a line.
        case "-", "+", "=": place.isAtLineStart
        case ".", ")": place.isAfterLeadingDigits
        default: false
        }
    }
}

extension TextEscaping {
    /// A character with its neighbours.
    private struct Place {
        let scalars: [Unicode.Scalar]
        let index: Int

        private var next: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

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

        /// Whether the character may begin a mention, a link, a command, a tag or a picture.
        func mayBegin(with scalar: Unicode.Scalar) -> Bool {
            guard let next, !next.properties.isWhitespace else { return false }
            switch scalar {
            case "@": return true
            case ".", "$": return next.properties.isAlphabetic
            case "#": return next.properties.isAlphabetic || ("0"..."9").contains(next)
            case "/":
                return next.properties.isAlphabetic
                    && previous.map { $0.properties.isWhitespace } ?? true
            // Times of day keep their colon.
            case ":":
                return
                    !(("0"..."9").contains(next)
                    && previous.map { ("0"..."9").contains($0) } ?? false)
            default: return false
            }
        }
    }
}
