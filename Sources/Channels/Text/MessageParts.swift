import Alerts
import Rules

/// What a person reads of a notice, in the order it is read; still without any markup.
struct MessageParts: Sendable {
    /// What the message is like, for colours, sounds and marks.
    enum Tone: Sendable {
        /// Nothing to hurry for.
        case quiet
        /// The usual.
        case news
        /// Somebody should look now.
        case urgent
        /// Something is over.
        case over
    }

    /// One line, never empty.
    let title: String
    /// The rule's sentence or the person's own text; may be empty.
    let body: String
    /// The lines of a digest, unless the body lists them already.
    let lines: [String]
    /// What the message is like.
    let tone: Tone

    /// Takes the parts out of a notice.
    init(_ notice: Notice) {
        let title = DisplayText.line(notice.data.title, limit: 200)
        let body = DisplayText.lines(notice.data.body, limit: 10_000)
        self.title = Self.named(title.isEmpty ? "saldovakt" : title, notice)
        self.body = body
        let lines = (notice.data.items ?? []).map { DisplayText.line($0.title, limit: 300) }
        // A body that has the first line has them all.
        self.lines = lines.first.map(body.contains) ?? true ? [] : lines
        tone = Self.tone(of: notice)
    }

    /// A sign before the title for receivers without priorities of their own.
    var mark: String {
        switch tone {
        case .urgent: "❗ "
        case .over: "✓ "
        case .news, .quiet: ""
        }
    }

    /// The title with its mark.
    var markedTitle: String { mark + title }

    /// Without amounts a correction has the same title as what it corrects.
    private static func named(_ title: String, _ notice: Notice) -> String {
        let showsChange =
            notice.data.previousAmount != nil
            || notice.data.transaction?.previousAmount != nil
        return notice.type == .corrected && !showsChange ? "Corrected: \(title)" : title
    }

    private static func tone(of notice: Notice) -> Tone {
        switch (notice.type, notice.data.urgency) {
        case (.resolved, _), (.healthResolved, _): .over
        case (_, .critical): .urgent
        case (_, .normal): .news
        case (_, .low): .quiet
        }
    }
}
