public import Rules

/// Identifies an alert: a rule's body about a subject.
public struct AlertKey: Sendable, Hashable, Codable {
    /// The rule's identifier.
    public let ruleID: String
    /// The key of the rule's body.
    public let body: String
    /// What it is about.
    public let subject: Subject

    /// Makes a key.
    public init(ruleID: String, body: String, subject: Subject) {
        self.ruleID = ruleID
        self.body = body
        self.subject = subject
    }

    /// One text for storage and for the order of the outbox.
    public var text: String { "\(ruleID)|\(body)|\(subject.key)" }
}
