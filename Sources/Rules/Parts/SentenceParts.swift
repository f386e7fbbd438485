import Finance

/// The parts of a sentence in any order (RL-63).
///
/// One kind of body must use all of them; an unused part makes the sentence unreadable.
struct SentenceParts: Hashable {
    /// The direction of money that a verb implies.
    enum Flow: Hashable {
        case out, into, buying
        /// `paid`: the verb does not show who pays whom.
        case paying
    }

    /// The right side of a split comparison: `more this month than last month`.
    struct Former: Hashable {
        var relation: Relation?
        var percent: Percent?
        var measure: Aggregate.Measure?
        var window: Window?
        var scope: Scope?
        var ago: LengthOfTime?
        let span: Range<Int>
    }

    struct Step: Hashable {
        let direction: Change.Direction
        let relation: Relation
        let size: Change.Size
    }

    var isNegated: Bool?
    var isNew: Bool?
    var isTotal: Bool?
    var isProjected: Bool?
    var isPace: Bool?
    var isUpcoming: Bool?
    var isSummary: Bool?
    var isDropped: Bool?
    var isReservation: Bool?
    var isSubscription: Bool?
    /// Whether the sentence is about something that happens twice.
    var isDuplicate: Bool?
    /// Whether each of several accounts is meant, as in `both Brukskonto and Felles`.
    var isBoth: Bool?
    var health: Health.Kind?
    /// Whether the limit is a number of transactions.
    var isCounted: Bool?
    var stage: Event.Stage?
    var noun: Noun?
    /// The number in `3 purchases`.
    var count: Int?
    var measure: Aggregate.Measure?
    var figure: Figure?
    var flow: Flow?
    /// A kind of income that the bank's text names, such as `pension`.
    var income: TextLiteral?
    /// A bill that the bank's text names, such as `rent`.
    var bill: TextLiteral?
    var scope: Scope?
    /// A name without a preposition that has a meaning: `på KIWI`.
    var name: TextLiteral?
    /// A category that is named without `in category`.
    var category: Filter?
    var limits: [Comparison] = []
    /// Whether a word says that the amount is large, or that it is small.
    var isLarge: Bool?
    /// Whether `and` joins two limits.
    var isLinked: Bool?
    /// The relation of a split comparison: `more`, before its `than`.
    var relation: Relation?
    var former: Former?
    var step: Step?
    /// The direction of a movement whose size comes later: `up`.
    var direction: Change.Direction?
    var filters: [Filter] = []
    var likenesses: Set<Repetition.Likeness> = []
    var closeness: Repetition.Closeness?
    var window: Window?
    var ahead: Ahead?
    var deadline: Absence.Deadline?
    /// A day such as `on the 15th`.
    var day: RecurringDay?
    /// A length of time such as `in 2 weeks`.
    var within: LengthOfTime?
    /// A length of time such as `for 2 weeks`.
    var hold: LengthOfTime?
    /// A length of time such as `over 2 weeks`.
    var age: LengthOfTime?
    /// The period of `weekly` and the like: of a sum, or between two summaries.
    var rhythm: WindowPeriod?
    var recurrence: Summary.Recurrence?
    var minute: Int?
    var grouping: Summary.Spending.Grouping?
    var condition: Condition?

    /// Returns a part and removes it.
    mutating func take<Value>(_ part: WritableKeyPath<Self, Value?>) -> Value? {
        defer { self[keyPath: part] = nil }
        return self[keyPath: part]
    }

    mutating func takes(_ part: WritableKeyPath<Self, Bool?>) -> Bool { take(part) == true }
}
