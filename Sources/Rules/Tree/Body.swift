/// What a rule says is true or happens: the first half of its sentence.
///
/// Every node carries its place in the sentence, counted in Unicode code points, so that a finding
/// can point at it. Two bodies mean the same if their ``key`` is equal.
public indirect enum Body: Sendable, Hashable {
    /// Something that is so or is not: `balance under 100 NOK`
    case condition(Condition)
    /// Something that happens: `new debit over 500`
    case event(Event)
    /// Something that does not happen in time: `no credit by the 15th`
    case absence(Absence)
    /// Several like rows: `2 debits of the same amount on the same day`
    case repetition(Repetition)
    /// A regular overview: `summary every monday at 08:00`
    case summary(Summary)

    /// Where it stands in the sentence.
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
