public import Finance
public import Foundation
public import Rules

/// The content of a notice; `null` where a field has nothing to say.
public struct NoticeData: Sendable, Hashable, Codable {
    /// The rule; `nil` in a digest over several rules.
    public var rule: NoticeRule?
    /// The kind of the rule.
    public var kind: RuleKind
    /// Why this is told.
    public var reason: NoticeReason
    /// Whether it was true before the program first looked.
    public var alreadySo: Bool
    /// How loudly to tell.
    public var urgency: Urgency
    /// The account, its number masked.
    public var account: NoticeAccount?
    /// The figure that was compared.
    public var value: NoticeFigure?
    /// The figure it was compared with.
    public var limit: NoticeFigure?
    /// The transaction of an event.
    public var transaction: NoticeTransaction?
    /// What happened with its figure, one line.
    public var title: String
    /// The rule's sentence or the person's own text.
    public var body: String
    /// When it became so, if that is earlier than the telling.
    public var since: Date?
    /// The parts of a digest.
    public var items: [NoticeItem]?
    /// True for a notice that was still held when a recording ended (D53).
    public var pending: Bool?
    /// The amount before a correction.
    public var previousAmount: Money?
    /// How many things a digest or a count is about.
    public var count: Int?
    /// The sum of a digest's transactions.
    public var sum: Money?

    /// Makes the content; what is not given is `null` or left out.
    public init(
        rule: NoticeRule?, kind: RuleKind, reason: NoticeReason, urgency: Urgency = .normal,
        title: String, body: String
    ) {
        self.rule = rule
        self.kind = kind
        self.reason = reason
        alreadySo = false
        self.urgency = urgency
        self.title = title
        self.body = body
    }
}
