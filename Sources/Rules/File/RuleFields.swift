import Finance

/// What has been read of one rule so far.
struct RuleFields {
    /// The rule's object in the file.
    let node: JSONNode
    /// The given or derived identifier.
    var id: String?
    /// The sentence, if it works.
    var sentence: Sentence?
    /// Where the sentence stands.
    var places: (line: Int, columns: [Int])?
    /// The channels.
    var notify = RulesFileKeys.defaultNotify
    /// The person's text for the notice.
    var message: String?
    /// The person's title for the notice.
    var title: String?
    /// How loudly to tell.
    var urgency = Urgency.normal
    /// Whether to tell when it is over.
    var resolve = true
    /// Whether the rule is in force.
    var isEnabled = true

    /// Starts with nothing but the object.
    init(node: JSONNode, id: String?) {
        self.node = node
        self.id = id
    }
}

extension Rule {
    /// Puts a rule together.
    init(_ sentence: Sentence, fields: RuleFields, id: String) {
        self.init(
            id: id, sentence: sentence.text, kind: sentence.body.kind, body: sentence.body,
            clauses: Clauses(sentence.clauses), notify: fields.notify, message: fields.message,
            title: fields.title, urgency: fields.urgency, resolve: fields.resolve,
            bodyKey: sentence.body.key)
    }
}

extension Clauses {
    /// Collects the clauses of a sentence; of repeated ones the last counts.
    init(_ clauses: [Clause]) {
        self.init()
        for clause in clauses {
            switch clause.kind {
            case .hold(let length): hold = length.value
            case .until(let comparison):
                hasUntil = true
                recovery = comparison
            case .between(let interval): telling = interval
            case .onlyOn(let days): weekdays = days
            case .limit(let limit): self.limit = limit
            case .remind(let length): remindEvery = length.value
            }
        }
    }
}
