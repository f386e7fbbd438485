import Alerts
import Finance
import Rules

/// Writes the parts of a message into one text of a limited length.
///
/// A part that does not fit ends with "…"; of a digest's lines the number of missing ones is added.
/// No escape is cut in two.
struct MessageText: Sendable {
    let escaping: TextEscaping
    let unit: LengthUnit
    let limit: Int

    /// Title, body and lines, one below the other; `emphasise` wraps the title in markup.
    func text(_ parts: MessageParts, emphasise: (String) -> String = { $0 }) -> String {
        let frame = unit.length(of: emphasise(""))
        let title = emphasise(cut(parts.markedTitle, to: limit / 3 - frame))
        let rest = MessageText(
            escaping: escaping, unit: unit, limit: limit - unit.length(of: title) - 1)
        let message = rest.message(parts)
        return message.isEmpty ? title : "\(title)\n\(message)"
    }

    /// Body and lines for receivers with a separate title; empty if there are none.
    func message(_ parts: MessageParts) -> String {
        let body = cut(parts.body, to: parts.lines.isEmpty ? limit : limit / 2)
        return append(parts.lines, to: body)
    }

    /// The title, and separately body and lines, or the title again if there are none.
    func apart(
        _ parts: MessageParts, title limit: Int, isMarked: Bool = true
    ) -> (title: String, message: String) {
        let title = cut(isMarked ? parts.markedTitle : parts.title, to: limit)
        let message = message(parts)
        return (title, message.isEmpty ? title : message)
    }

    func cut(_ text: String, to limit: Int? = nil) -> String {
        unit.cut(escaping.pieces(of: text), to: limit ?? self.limit)
    }

    /// Says how many lines are missing, in no language.
    static func more(_ count: Int) -> String { "… +\(count)" }

    private func append(_ lines: [String], to body: String) -> String {
        var text = body
        for (number, line) in lines.enumerated() {
            let next = (text.isEmpty ? "" : "\n") + "• " + escaping.escaped(line)
            let more = "\n" + Self.more(lines.count - number)
            let reserve = number == lines.count - 1 ? 0 : unit.length(of: more)
            guard unit.length(of: text + next) <= limit - reserve else { return text + more }
            text += next
        }
        return text
    }
}

/// The parts of a notification in reading order, without any markup.
struct MessageParts: Sendable {
    enum Tone: Sendable {
        case quiet
        case news
        case urgent
        case over

        init(_ notification: AlertNotification) {
            self =
                switch (notification.type.isOver, notification.data.urgency) {
                case (true, _): .over
                case (_, .critical): .urgent
                case (_, .normal): .news
                case (_, .low): .quiet
                }
        }
    }

    /// One line, never empty.
    let title: String
    /// The rule's sentence or the person's own text; may be empty.
    let body: String
    /// The lines of a digest that the body does not list already.
    let lines: [String]
    let tone: Tone

    init(_ notification: AlertNotification) {
        let title = DisplayText.line(notification.data.title, limit: 200)
        let body = DisplayText.lines(notification.data.body, limit: 10_000)
        self.title = title.isEmpty ? "saldovakt" : title
        self.body = body
        let lines = (notification.data.items ?? []).map { DisplayText.line($0.title, limit: 300) }
        // A body that contains the first line contains as many as fitted.
        self.lines = Array(lines.drop { body.contains($0) })
        tone = Tone(notification)
    }

    var mark: String {
        switch tone {
        case .urgent: "❗ "
        case .over: "✓ "
        case .news, .quiet: ""
        }
    }

    var markedTitle: String { mark + title }
}

/// The unit in which a receiver limits the length of a text.
enum LengthUnit: Sendable {
    /// UTF-16 code units, which are never fewer than code points or characters.
    case utf16
    case bytes

    func length(of text: String) -> Int {
        switch self {
        case .utf16: text.utf16.count
        case .bytes: text.utf8.count
        }
    }

    /// The first pieces that fit; "…" replaces the rest.
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

/// Makes outside text safe to show: it cannot control a terminal, reverse a line or be too long.
///
/// Bank texts are already neutralised when a notification is made; this is a second safeguard.
enum DisplayText {
    /// One line of at most `limit` characters.
    ///
    /// Control characters and line breaks become spaces, and direction characters are removed. A
    /// cut text ends in "…".
    static func line(_ text: String, limit: Int) -> String {
        shortened(VisibleText.line(text), to: limit)
    }

    static func lines(_ text: String, limit: Int) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return shortened(
            lines.map { VisibleText.line(String($0)) }.joined(separator: "\n"), to: limit)
    }

    /// The first `limit` characters, the last of them "…" if something was cut off.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return text.prefix(max(limit - 1, 0)) + "…"
    }
}

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
