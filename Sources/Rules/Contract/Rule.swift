/// One checked rule of a rules file.
public struct Rule: Sendable, Hashable {
    /// The identifier from the file, or one derived from the sentence.
    public let id: String
    /// The sentence as the person wrote it.
    public let sentence: String
    /// Which column of the state table it follows.
    public let kind: RuleKind
    /// What is to be true or to happen.
    public let body: Body
    /// How to tell.
    public let clauses: Clauses
    /// The names of the channels to tell on, never empty.
    public let notify: [String]
    /// The person's own text for the notice's body, with placeholders.
    public let message: String?
    /// The person's own text for the notice's title, with placeholders.
    public let title: String?
    /// How loudly to tell.
    public let urgency: Urgency
    /// Whether to tell when it is over.
    public let resolve: Bool
    /// Identifies the body's meaning: equal for sentences that differ only in words or clauses.
    public let bodyKey: String

    /// Makes a rule; the decoder of the rules file does.
    public init(
        id: String, sentence: String, kind: RuleKind, body: Body, clauses: Clauses,
        notify: [String] = ["desktop"], message: String? = nil, title: String? = nil,
        urgency: Urgency = .normal, resolve: Bool = true, bodyKey: String
    ) {
        self.id = id
        self.sentence = sentence
        self.kind = kind
        self.body = body
        self.clauses = clauses
        self.notify = notify
        self.message = message
        self.title = title
        self.urgency = urgency
        self.resolve = resolve
        self.bodyKey = bodyKey
    }
}

extension Rule {
    /// Whether it has a clock of health, which a start of the program starts anew.
    public var countsFromStart: Bool {
        body.readsAge || kind == .health && clauses.hold != nil
    }
}
