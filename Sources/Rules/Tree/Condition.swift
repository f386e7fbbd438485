/// Something that is so now or is not, possibly put together with `and` and `or`.
public indirect enum Condition: Sendable, Hashable {
    /// All of them: `… and …`; two or more.
    case all([Condition], span: Range<Int>)
    /// At least one of them: `… or …`; two or more.
    case any([Condition], span: Range<Int>)
    /// A figure compared with a limit.
    case level(Level)
    /// As in `a reservation is older than 8 days`.
    case reservationAge(ReservationAge)
    /// As in `balance dropped by 5000 NOK in 24 hours`.
    case change(Change)
    /// As in `balance is projected under 0 NOK in the next 7 days`.
    case forecast(Forecast)
    /// The state of the program or of the bank connection.
    case health(Health)

    /// Where it stands in the sentence.
    public var span: Range<Int> {
        switch self {
        case .all(_, let span), .any(_, let span): span
        case .level(let level): level.span
        case .reservationAge(let age): age.span
        case .change(let change): change.span
        case .forecast(let forecast): forecast.span
        case .health(let health): health.span
        }
    }

    /// The parts that are not `and` or `or` themselves, from left to right.
    public var leaves: [Condition] {
        switch self {
        case .all(let parts, _), .any(let parts, _): parts.flatMap(\.leaves)
        case .level, .reservationAge, .change, .forecast, .health: [self]
        }
    }
}
