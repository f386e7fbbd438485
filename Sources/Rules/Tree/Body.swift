import Finance

/// The condition or event of a rule: the first half of its sentence.
///
/// Every node has its place in the sentence, in Unicode code points, so that a finding can point at
/// it. Two bodies mean the same if their ``key`` is equal.
public indirect enum Body: Sendable, Hashable {
    /// A condition that is true or false: `balance under 100 NOK`
    case condition(Condition)
    /// Something that happens: `new debit over 500`
    case event(Event)
    /// Something that does not happen in time: `no credit by the 15th`
    case absence(Absence)
    /// Several similar transactions: `2 debits of the same amount on the same day`
    case repetition(Repetition)
    /// A regular overview: `summary every monday at 08:00`
    case summary(Summary)

    public var span: Range<Int> {
        switch self {
        case .condition(let condition): condition.span
        case .event(let event): event.span
        case .absence(let absence): absence.span
        case .repetition(let repetition): repetition.span
        case .summary(let summary): summary.span
        }
    }
}

extension Body {
    /// The body in canonical words: `balance of 'Brukskonto' is under 100 NOK`.
    ///
    /// Parsing these words gives a body of the same meaning.
    public var canonicalWords: String { CanonicalText(isKey: false).body(self) }

    /// Identifies the meaning of the body: equal for sentences that differ only in words (RL-1).
    public var key: String { StableHash("body", CanonicalText(isKey: true).body(self)).hex }
}

extension Sentence {
    /// The whole sentence in canonical words, with its clauses after commas.
    public var canonicalWords: String {
        let words = CanonicalText(isKey: false)
        return ([words.body(body)] + clauses.map { words.clause($0.kind) }).joined(separator: ", ")
    }

    /// The keys of the body and of the clauses, which are equal for sentences that mean the same.
    var meaning: [String] {
        [body.key] + clauses.map { CanonicalText(isKey: true).clause($0.kind) }.sorted()
    }
}

/// A sentence that follows the grammar, before its meaning is checked.
public struct Sentence: Sendable, Hashable {
    public let body: Body
    public let clauses: [Clause]
    public let text: String
    /// Whether the sentence uses other words or another order than the grammar (RL-60).
    public var isReworded = false
}

/// One part of a sentence after its body: when and how often to notify.
public struct Clause: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case hold(LengthOfTime)
        case until(Comparison)
        case between(DailyInterval)
        /// `only on weekdays`: ISO weekdays.
        case onlyOn(Set<Int>)
        case limit(RateLimit)
        case remind(LengthOfTime)
    }

    public let kind: Kind
    public let span: Range<Int>
}
