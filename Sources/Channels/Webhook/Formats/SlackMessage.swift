import Alerts
import Foundation

/// A notice as Slack's incoming webhooks take it.
///
/// Every text is a `plain_text` object or has `mrkdwn` switched off, because `* _ ~` and the
/// backtick cannot be escaped. Limits: header 150, section 3,000, 50 blocks (Slack's reference
/// of blocks).
struct SlackMessage: Encodable {
    /// A text object that is shown as it is.
    struct Text: Encodable {
        let type = "plain_text"
        let text: String
        let emoji = false
    }

    /// A header or a section.
    struct Block: Encodable {
        let type: String
        let text: Text
    }

    /// What notifications on a phone show.
    let text: String
    let mrkdwn = false
    let blocks: [Block]

    /// Lays out title, body and, for a digest, its lines.
    init(_ notice: Notice) {
        let title = DisplayText.line(notice.data.title, limit: 1_000)
        let body = DisplayText.lines(notice.data.body, limit: 10_000)
        let summary = body.isEmpty ? title : "\(title) — \(body)"
        text = MarkupEscaping.slack(summary, limit: 3_000)
        var blocks = [Self.block("header", title.isEmpty ? "saldovakt" : title, limit: 150)]
        if !body.isEmpty { blocks.append(Self.block("section", body, limit: 3_000)) }
        let lines = Self.lines(of: notice.data.items ?? [], notIn: body)
        self.blocks = blocks + lines.map { Self.block("section", $0, limit: 3_000) }
    }

    /// The bytes to send.
    func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and a switch can always be encoded; an empty body would be refused, not lost.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    private static func block(_ type: String, _ text: String, limit: Int) -> Block {
        Block(type: type, text: Text(text: MarkupEscaping.slack(text, limit: limit)))
    }

    /// At most 45 lines, one section each, unless the body lists them already.
    private static func lines(of items: [NoticeItem], notIn body: String) -> [String] {
        let titles = items.map { DisplayText.line($0.title, limit: 300) }
        guard let first = titles.first, !body.contains(first) else { return [] }
        let shown = titles.prefix(45).map { "• " + $0 }
        return titles.count > 45 ? shown + ["… and \(titles.count - 45) more"] : shown
    }
}
