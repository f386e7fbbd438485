import Finance

/// The parts of a sentence, whatever their order (RL-63).
///
/// A sentence is built from all of them by one kind of body; an unused part makes it unreadable.
struct SentenceParts: Hashable {
    /// Which way money goes, by a verb.
    enum Flow: Hashable {
        case out, into, buying
        /// `paid`: the verb does not show by whom and to whom.
        case paying
    }

    /// The object of a comparison that is split in two places: `more this month than last month`.
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
    /// Whether it happens twice.
    var isDuplicate: Bool?
    /// Whether each of several accounts is meant.
    var isBoth: Bool?
    var health: Health.Kind?
    /// Whether the limit is a number of times.
    var isCounted: Bool?
    var stage: Event.Stage?
    var noun: Noun?
    /// As in `3 purchases`.
    var count: Int?
    var measure: Aggregate.Measure?
    var figure: Figure?
    var flow: Flow?
    /// As in `pension`.
    var income: TextLiteral?
    /// As in `rent`.
    var bill: TextLiteral?
    var scope: Scope?
    /// A name without a preposition, or after a meaningless one: `på KIWI`.
    var name: TextLiteral?
    /// A category without `in category`.
    var category: Filter?
    var limits: [Comparison] = []
    /// Whether `and` connects two limits.
    var isLinked: Bool?
    /// `more`, far before its `than`.
    var relation: Relation?
    var former: Former?
    var step: Step?
    /// `up`, far before by how much.
    var direction: Change.Direction?
    var filters: [Filter] = []
    var likenesses: Set<Repetition.Likeness> = []
    var closeness: Repetition.Closeness?
    var window: Window?
    var ahead: Ahead?
    var deadline: Absence.Deadline?
    /// As in `on the 15th`.
    var day: RecurringDay?
    /// As in `in 2 weeks`.
    var within: LengthOfTime?
    /// As in `for 2 weeks`.
    var hold: LengthOfTime?
    /// As in `over 2 weeks`.
    var age: LengthOfTime?
    var recurrence: Summary.Recurrence?
    var minute: Int?
    var grouping: Summary.Spending.Grouping?
    var condition: Condition?

    /// Takes a part out.
    mutating func take<Value>(_ part: WritableKeyPath<Self, Value?>) -> Value? {
        defer { self[keyPath: part] = nil }
        return self[keyPath: part]
    }

    mutating func takes(_ part: WritableKeyPath<Self, Bool?>) -> Bool { take(part) == true }
}
