/// The compiled limit of `until`.
enum CompiledRecovery: Sendable {
    /// The figure compares as said.
    case level(CompiledQuantity, CompiledComparison)
    /// On no day ahead does the figure fail to compare as said.
    case forecast(unmet: CompiledForecast)

    /// Compiles the limit for the body that it belongs to; `nil` for one that can have none.
    init?(
        _ comparison: Comparison, of body: Condition, _ condition: CompiledCondition,
        _ compiler: inout ConditionCompiler
    ) {
        switch (body, condition) {
        case (.level, .level(let level)):
            guard let compiled = compiler.compile(comparison, against: level.quantity) else {
                return nil
            }
            self = .level(level.quantity, compiled)
        case (.forecast(let forecast), _):
            let unmet = Comparison(
                relation: comparison.relation.opposite, operand: comparison.operand,
                span: comparison.span)
            guard let compiled = compiler.compile(forecast, unmet) else { return nil }
            self = .forecast(unmet: compiled)
        default: return nil
        }
    }

    /// Whether the alert is over.
    func isMet(in context: ReadingContext, _ state: inout EvaluationState) -> Bool {
        switch self {
        case .level(let quantity, let comparison):
            state.find(quantity, comparison, context).truth == .isSo
        case .forecast(let unmet):
            state.find(unmet, context).truth == .isNot
        }
    }
}

extension Relation {
    /// The relation that holds exactly where this one does not.
    fileprivate var opposite: Relation {
        switch self {
        case .under: .atLeast
        case .over: .atMost
        case .atLeast: .under
        case .atMost: .over
        }
    }
}
