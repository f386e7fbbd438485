/// A condition with its names folded and its windows looked up, ready for every poll.
indirect enum CompiledCondition: Sendable {
    /// All of them; with `isOfTroubledBank` figures count however old they are, because one part
    /// says that the bank does not answer.
    case all([CompiledCondition], isOfTroubledBank: Bool)
    /// At least one of them.
    case any([CompiledCondition])
    /// A figure compared with a limit.
    case level(CompiledLevel)
    /// A figure that moved.
    case change(CompiledChange)
    /// A figure that will be so.
    case forecast(CompiledForecast)
    /// The state of the program or of a bank connection.
    case health(CompiledHealth)
    /// A reservation that is older than a length of time.
    case reservationAge(CompiledReservationAge)

    /// The parts that are not `and` or `or` themselves, from left to right.
    var leaves: [CompiledCondition] {
        switch self {
        case .all(let parts, _), .any(let parts): parts.flatMap(\.leaves)
        case .level, .change, .forecast, .health, .reservationAge: [self]
        }
    }

    /// What its parts are read of, from left to right.
    var reaches: [CompiledReach] { leaves.flatMap(\.ownReaches) }

    /// Whether it says nothing but that a bank does not answer or was not read for long.
    var isOfTroubledBank: Bool {
        leaves.allSatisfy { leaf in
            if case .health(let health) = leaf { health.isOfTroubledBank } else { false }
        }
    }

    private var ownReaches: [CompiledReach] {
        switch self {
        case .all, .any: []
        case .level(let level): level.quantities.map { CompiledReach($0) }
        case .change(let change): [CompiledReach(change.quantity)]
        case .forecast(let forecast):
            ([forecast.quantity] + forecast.comparison.quantities).map { CompiledReach($0) }
        case .health(.accountOlder(_, let selector)): [CompiledReach(selector)]
        case .health: []
        case .reservationAge(let age): [CompiledReach(age.selector)]
        }
    }
}
