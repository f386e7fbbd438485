import Foundation

extension PredicateExpressions.Value: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .constant(value)
    }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .constant(Wrapped?.none as Any)
    }
}

extension PredicateExpressions.Variable: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        try translator.operand(of: key)
    }
}

extension PredicateExpressions.KeyPath: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        let members: [ModelShape.Member]
        switch try translator.operand(root) {
        case .constant: return .constant(try evaluate(PredicateBindings()))
        case .scalar(let scalar): members = scalar.members
        case .group(let group): members = group.members
        }
        switch members.first(where: { $0.path == keyPath })?.node {
        case .scalar(let scalar): return .scalar(scalar)
        case .group(let group): return .group(group)
        case nil: throw Untranslatable(part: "the property \(keyPath)")
        }
    }
}

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        let presence: SQLFragment
        let operand = try translator.operand(wrapped)
        switch operand {
        case .constant:
            throw Untranslatable(part: "unwrapping a value that is no property")
        case .scalar(let scalar):
            presence = .format("(% IS NOT NULL)", scalar.sql)
        case .group(let group):
            guard let condition = group.presence else { throw Untranslatable(part: "unwrapping") }
            presence = .format("(%)", condition)
        }
        let inner = translator.binding(variable.key, to: operand)
        switch try inner.operand(transform) {
        case .constant:
            throw Untranslatable(part: "a value that ignores what was unwrapped")
        case .scalar(var scalar):
            scalar.sql = .format("(CASE WHEN % THEN % END)", presence, scalar.sql)
            scalar.members = []
            return .scalar(scalar)
        case .group(var group):
            group.presence = .format("(% AND %)", presence, group.presence ?? SQLFragment("1"))
            return .group(
                ModelShape.Group(
                    presence: group.presence, members: group.members, identity: group.identity))
        }
    }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        guard case .scalar(var scalar) = try translator.operand(lhs) else {
            throw Untranslatable(part: "'??' on a value that is no column")
        }
        let fallback: SQLFragment
        switch try translator.operand(rhs) {
        case .constant(let value):
            fallback = .bound(try ConstantValue.stored(value, as: scalar.kind))
        case .scalar(let other) where other.kind == scalar.kind: fallback = other.sql
        case .scalar, .group: throw Untranslatable(part: "'??' with a value of another kind")
        }
        scalar.sql = .format("coalesce(%, %)", scalar.sql, fallback)
        scalar.members = []
        return .scalar(scalar)
    }
}

extension PredicateExpressions.Conditional: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        .format(
            "(CASE WHEN % THEN % ELSE % END)", try translator.condition(test),
            try translator.condition(trueBranch), try translator.condition(falseBranch))
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        try TextFunctions.call(.contains, base, other, in: translator)
    }
}

extension PredicateExpressions.SequenceStartsWith: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        try TextFunctions.call(.startsWith, base, prefix, in: translator)
    }
}

extension PredicateExpressions.Conjunction: ConditionNode, ConjunctionNode {
    var parts: (Any, Any) { (lhs, rhs) }

    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        .format("(% AND %)", try translator.condition(lhs), try translator.condition(rhs))
    }
}

extension PredicateExpressions.Disjunction: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        .format("(% OR %)", try translator.condition(lhs), try translator.condition(rhs))
    }
}

extension PredicateExpressions.Negation: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        .format("(NOT %)", try translator.condition(wrapped))
    }
}

extension PredicateExpressions.Equal: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        try PredicateComparison.equal(translator.operand(lhs), translator.operand(rhs))
    }
}

extension PredicateExpressions.NotEqual: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        .format(
            "(NOT %)",
            try PredicateComparison.equal(translator.operand(lhs), translator.operand(rhs)))
    }
}

extension PredicateExpressions.Comparison: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        let relation: PredicateComparison.Relation =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .atMost
            case .greaterThan: .greater
            case .greaterThanOrEqual: .atLeast
            @unknown default: throw Untranslatable(part: "an unknown comparison")
            }
        return try PredicateComparison.ordered(
            translator.operand(lhs), relation, translator.operand(rhs))
    }
}

extension PredicateExpressions.SequenceContains: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        guard case .constant(let values) = try translator.operand(sequence),
            let sequence = values as? any Sequence,
            case .scalar(let scalar) = try translator.operand(element)
        else { throw Untranslatable(part: "'contains' of something that is no list of values") }
        return try Membership(of: scalar, in: sequence).sql
    }
}

extension PredicateExpressions.RangeExpressionContains: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment {
        guard case .constant(let value) = try translator.operand(range),
            let bounds = value as? any ConstantBounds
        else { throw Untranslatable(part: "a range that is no value") }
        let element = try translator.operand(element)
        let (lower, upper, includesUpper) = bounds.constantBounds
        return .format(
            "(% AND %)", try PredicateComparison.ordered(element, .atLeast, .constant(lower)),
            try PredicateComparison.ordered(
                element, includesUpper ? .atMost : .less, .constant(upper)))
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
