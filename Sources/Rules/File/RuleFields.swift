import Finance

extension Clauses {
    /// Collects the clauses of a sentence; the last one of repeated clauses counts.
    init(_ clauses: [Clause]) {
        self.init()
        for clause in clauses {
            switch clause.kind {
            case .hold(let length): hold = length.value
            case .until(let comparison): recovery = comparison
            case .between(let interval): notifying = interval
            case .onlyOn(let days): weekdays = days
            case .limit(let limit): self.limit = limit
            case .remind(let length): remindEvery = length.value
            }
        }
    }
}

/// The keys of a rule in a rules file.
///
/// The comments are the table in rules/README.md; `contrib/checks/rules-readme --write` makes it.
enum RuleKey: String, CaseIterable {
    /// The sentence.
    case when
    /// Its name in notifications and commands; without it, made from the sentence. With another
    /// name it is another rule: what is already so is notified again, and what quiet hours hold is
    /// dropped.
    case id
    /// The channels; `["desktop"]` if it is left out. `desktop` and `terminal` always exist, the
    /// others are defined in the settings.
    case notify
    /// The text below the notification's title, with placeholders.
    case message
    /// The notification's title, with placeholders.
    case title
    /// `low`, `normal` or `critical`.
    case urgency
    /// `false`: do not notify when the alert resolves.
    case resolve
    /// `true`: mails of a summary have the page of `saldovakt report` attached, if the channel's
    /// `detail` is `full`.
    case report
    /// `false`: ignore the rule.
    case enabled
    /// A comment in the file; never shown.
    case note
}

/// The names that a rules file may use; the JSON Schema beside the examples has the same (RL-40).
enum RulesFileKeys {
    static let file = [
        "$schema", "version", "monthStart", "accounts", "merchants", "categories", "rules",
    ]
    static let category = ["codes", "merchants", "texts"]
    static let rule = RuleKey.allCases.map(\.rawValue)
    /// The channels that always exist (RL-42).
    static let builtInChannels: Set<String> = ["desktop", "terminal"]
    /// The channels of a rule without `notify`.
    static let defaultNotify = ["desktop"]
    static let version = 1
    /// The largest number of rules in one file (RL-7).
    static let ruleLimit = 10_000
    static let idLimit = 100
    /// The largest number of characters in a message, title or note.
    static let textLimit = 1_000
}
