/// Writes the parts of a message into one text of a limited length.
///
/// What does not fit is cut honestly: "…" at the end of a part, and of a digest's lines how many
/// are missing. No escape is cut in two.
struct MessageText: Sendable {
    /// How the receiver reads text.
    let escaping: TextEscaping
    /// What it counts.
    let unit: LengthUnit
    /// How much it takes of it.
    let limit: Int

    /// Title, body and lines, one below the other; `emphasise` wraps the title in markup.
    func text(
        _ parts: MessageParts, emphasise: (String) -> String = { $0 }
    ) -> String {
        let frame = unit.length(of: emphasise(""))
        let title = emphasise(cut(parts.markedTitle, to: limit / 3 - frame))
        let rest = MessageText(
            escaping: escaping, unit: unit, limit: limit - unit.length(of: title) - 1)
        let message = rest.message(parts)
        return message.isEmpty ? title : "\(title)\n\(message)"
    }

    /// Body and lines for receivers that take the title apart; empty if there are none.
    func message(_ parts: MessageParts) -> String {
        let body = cut(parts.body, to: parts.lines.isEmpty ? limit : limit / 2)
        return append(parts.lines, to: body)
    }

    /// One part alone.
    func cut(_ text: String, to limit: Int? = nil) -> String {
        unit.cut(escaping.pieces(of: text), to: limit ?? self.limit)
    }

    private func append(_ lines: [String], to body: String) -> String {
        var text = body
        for (number, line) in lines.enumerated() {
            let next = (text.isEmpty ? "" : "\n") + "• " + escaping.escaped(line)
            let more = "\n… and \(lines.count - number) more"
            let reserve = number == lines.count - 1 ? 0 : unit.length(of: more)
            guard unit.length(of: text + next) <= limit - reserve else { return text + more }
            text += next
        }
        return text
    }
}
