/// A condition with its names folded and its windows looked up, ready for every poll.
indirect enum CompiledCondition: Sendable {
    /// All of them.
    case all([CompiledCondition])
    /// At least one of them.
    case any([CompiledCondition])
    /// A figure compared with a limit.
    case level(CompiledLevel)

    /// The levels in it, from left to right.
    var levels: [CompiledLevel] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.levels)
        case .level(let level): [level]
        }
    }
}
