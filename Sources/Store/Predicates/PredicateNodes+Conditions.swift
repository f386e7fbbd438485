import Foundation

extension PredicateExpressions.Conjunction: PredicateNode, ConjunctionNode {
    var parts: (Any, Any) { (lhs, rhs) }

    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(
            .condition(
                .format("(% AND %)", try translator.condition(lhs), try translator.condition(rhs))))
    }
}

extension PredicateExpressions.Disjunction: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(
            .condition(
                .format("(% OR %)", try translator.condition(lhs), try translator.condition(rhs))))
    }
}

extension PredicateExpressions.Negation: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(.condition(.format("(NOT %)", try translator.condition(wrapped))))
    }
}

extension PredicateExpressions.Equal: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(
            .condition(
                try PredicateComparison.equal(
                    translator.operand(lhs), translator.operand(rhs))))
    }
}

extension PredicateExpressions.NotEqual: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(
            .condition(
                .format(
                    "(NOT %)",
                    try PredicateComparison.equal(
                        translator.operand(lhs), translator.operand(rhs)))))
    }
}

extension PredicateExpressions.Comparison: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        let relation: PredicateComparison.Relation =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .atMost
            case .greaterThan: .greater
            case .greaterThanOrEqual: .atLeast
            @unknown default: throw Untranslatable(part: "an unknown comparison")
            }
        return .scalar(
            .condition(
                try PredicateComparison.ordered(
                    translator.operand(lhs), relation, translator.operand(rhs))))
    }
}

extension PredicateExpressions.SequenceContains: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        guard case .constant(let values) = try translator.operand(sequence),
            let sequence = values as? any Sequence,
            case .scalar(let scalar) = try translator.operand(element)
        else { throw Untranslatable(part: "'contains' of something that is no list of values") }
        return .scalar(.condition(try Membership(of: scalar, in: sequence).sql))
    }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        guard case .constant(let value) = try translator.operand(range),
            let bounds = value as? any ConstantBounds
        else { throw Untranslatable(part: "a range that is no value") }
        let element = try translator.operand(element)
        let (lower, upper, includesUpper) = bounds.constantBounds
        return .scalar(
            .condition(
                .format(
                    "(% AND %)",
                    try PredicateComparison.ordered(element, .atLeast, .constant(lower)),
                    try PredicateComparison.ordered(
                        element, includesUpper ? .atMost : .less, .constant(upper)))))
    }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        guard case .constant = try translator.operand(lower),
            case .constant = try translator.operand(upper)
        else { throw Untranslatable(part: "a range between properties") }
        return .constant(try evaluate(PredicateBindings()))
    }
}

extension PredicateExpressions.Range: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        guard case .constant = try translator.operand(lower),
            case .constant = try translator.operand(upper)
        else { throw Untranslatable(part: "a range between properties") }
        return .constant(try evaluate(PredicateBindings()))
    }
}

/// A range of whatever type, seen from a value of type `Any`.
protocol ConstantBounds {
    /// Where it begins and ends, and whether its end belongs to it.
    var constantBounds: (lower: Any, upper: Any, includesUpper: Bool) { get }
}

extension ClosedRange: ConstantBounds {
    var constantBounds: (lower: Any, upper: Any, includesUpper: Bool) {
        (lowerBound, upperBound, true)
    }
}

extension Range: ConstantBounds {
    var constantBounds: (lower: Any, upper: Any, includesUpper: Bool) {
        (lowerBound, upperBound, false)
    }
}
