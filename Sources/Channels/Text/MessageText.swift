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
    }

    /// One line, never empty.
    let title: String
    /// The rule's sentence or the person's own text; may be empty.
    let body: String
    /// The lines of a digest, unless the body lists them already.
    let lines: [String]
    let tone: Tone

    init(_ notification: AlertNotification) {
        let title = DisplayText.line(notification.data.title, limit: 200)
        let body = DisplayText.lines(notification.data.body, limit: 10_000)
        self.title = title.isEmpty ? "saldovakt" : title
        self.body = body
        let lines = (notification.data.items ?? []).map { DisplayText.line($0.title, limit: 300) }
        // A body that contains the first line contains all of them.
        self.lines = lines.first.map(body.contains) ?? true ? [] : lines
        tone = Self.tone(of: notification)
    }

    var mark: String {
        switch tone {
        case .urgent: "❗ "
        case .over: "✓ "
        case .news, .quiet: ""
        }
    }

    var markedTitle: String { mark + title }

    private static func tone(of notification: AlertNotification) -> Tone {
        switch (notification.type, notification.data.urgency) {
        case (.resolved, _), (.healthResolved, _): .over
        case (_, .critical): .urgent
        case (_, .normal): .news
        case (_, .low): .quiet
        }
    }
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
        shortened(clean(text, keepsLineBreaks: false), to: limit)
    }

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
