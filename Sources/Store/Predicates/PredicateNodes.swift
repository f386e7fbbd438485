import Foundation
import GRDB

extension PredicateExpressions.Value: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand { .constant(value) }
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

extension PredicateExpressions.KeyPath: PropertyNode {
    var name: String {
        // Swift knows the names of stored properties; of others it shows an address.
        let name = "\(keyPath)"
        guard name.contains("<computed") else { return "the property \(name)" }
        return "a computed property of \(Root.Output.self), of type \(Output.self)"
    }

    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        let found: PredicateOperand? =
            switch try translator.operand(root) {
            case .constant: .constant(try evaluate(PredicateBindings()))
            case .scalar(let scalar): scalar.members.node(keyPath)
            case .group(let group): group.members.node(keyPath)
            }
        guard let found else { throw Untranslatable(part: name) }
        return found
    }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        throw Untranslatable(part: "'!' on \(PredicateTranslator.name(of: inner))")
    }
}

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        let presence: SQL
        let operand = try translator.operand(wrapped)
        switch operand {
        case .constant: throw Untranslatable(part: "unwrapping a value that is no property")
        case .scalar(let scalar): presence = "(\(literal: scalar.sql) IS NOT NULL)"
        case .group(let group):
            guard let condition = group.presence else { throw Untranslatable(part: "unwrapping") }
            presence = "(\(literal: condition))"
        }
        switch try translator.binding(variable.key, to: operand).operand(transform) {
        case .constant: throw Untranslatable(part: "a value that ignores what was unwrapped")
        case .scalar(let inner):
            let sql: SQL = "(CASE WHEN \(literal: presence) THEN \(literal: inner.sql) END)"
            return .scalar(SQLScalar(sql: sql, kind: inner.kind))
        case .group(var group):
            group.presence = "(\(literal: presence) AND \(literal: group.presence ?? "1"))"
            return .group(group)
        }
    }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        guard case .scalar(let scalar) = try translator.operand(lhs) else {
            throw Untranslatable(part: "'??' on a value that is no column")
        }
        let fallback: SQL
        switch try translator.operand(rhs) {
        case .constant(let value): fallback = "\(try SQLScalar.stored(value))"
        case .scalar(let other): fallback = other.sql
        case .group: throw Untranslatable(part: "'??' with a value of several parts")
        }
        let sql: SQL = "coalesce(\(literal: scalar.sql), \(literal: fallback))"
        return .scalar(SQLScalar(sql: sql, kind: scalar.kind))
    }
}

extension PredicateExpressions.Conditional: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        let (yes, no) = (
            try translator.condition(trueBranch), try translator.condition(falseBranch)
        )
        return """
            (CASE WHEN \(literal: try translator.condition(test)) \
            THEN \(literal: yes) ELSE \(literal: no) END)
            """
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        try TextFunctions.contains.condition(base, other, in: translator)
    }
}

extension PredicateExpressions.SequenceStartsWith: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        try TextFunctions.startsWith.condition(base, prefix, in: translator)
    }
}

extension PredicateExpressions.Conjunction: ConditionNode {
    var conjuncts: (Any, Any)? { (lhs, rhs) }

    func condition(in translator: PredicateTranslator) throws -> SQL {
        let (left, right) = (try translator.condition(lhs), try translator.condition(rhs))
        return "(\(literal: left) AND \(literal: right))"
    }
}

extension PredicateExpressions.Disjunction: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        let (left, right) = (try translator.condition(lhs), try translator.condition(rhs))
        return "(\(literal: left) OR \(literal: right))"
    }
}

extension PredicateExpressions.Negation: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        "(NOT \(literal: try translator.condition(wrapped)))"
    }
}

extension PredicateExpressions.Equal: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        try PredicateComparison.equal(translator.operand(lhs), translator.operand(rhs))
    }
}

extension PredicateExpressions.NotEqual: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        let equal = try PredicateComparison.equal(translator.operand(lhs), translator.operand(rhs))
        return "(NOT \(literal: equal))"
    }
}

extension PredicateExpressions.Comparison: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        let comparison: PredicateComparison =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .atMost
            case .greaterThan: .greater
            case .greaterThanOrEqual: .atLeast
            @unknown default: throw Untranslatable(part: "an unknown comparison")
            }
        return try comparison.condition(translator.operand(lhs), translator.operand(rhs))
    }
}

extension PredicateExpressions.SequenceContains: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        guard case .constant(let values) = try translator.operand(sequence),
            let sequence = values as? any Sequence,
            case .scalar(let scalar) = try translator.operand(element)
        else { throw Untranslatable(part: "'contains' of something that is no list of values") }
        return try PredicateComparison.isListed(scalar, in: sequence)
    }
}

extension PredicateExpressions.RangeExpressionContains: ConditionNode {
    func condition(in translator: PredicateTranslator) throws -> SQL {
        guard case .constant(let value) = try translator.operand(range),
            let bounds = value as? any ConstantBounds
        else { throw Untranslatable(part: "a range that is no value") }
        let element = try translator.operand(element)
        let upper: PredicateComparison = bounds.includesUpper ? .atMost : .less
        let isReached = try PredicateComparison.atLeast.condition(
            element, .constant(bounds.lowerBound))
        let isBelow = try upper.condition(element, .constant(bounds.upperBound))
        return "(\(literal: isReached) AND \(literal: isBelow))"
    }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        try translator.range(self, lower, upper)
    }
}

extension PredicateExpressions.Range: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        try translator.range(self, lower, upper)
    }
}

extension PredicateTranslator {
    fileprivate func range(
        _ range: some PredicateExpression, _ lower: Any, _ upper: Any
    ) throws -> PredicateOperand {
        guard case .constant = try operand(lower), case .constant = try operand(upper)
        else { throw Untranslatable(part: "a range between properties") }
        return .constant(try range.evaluate(PredicateBindings()))
    }
}

/// A range of any type, for a value of type `Any`.
private protocol ConstantBounds {
    associatedtype Bound
    var lowerBound: Bound { get }
    var upperBound: Bound { get }
    var includesUpper: Bool { get }
}

extension ClosedRange: ConstantBounds { fileprivate var includesUpper: Bool { true } }

extension Range: ConstantBounds { fileprivate var includesUpper: Bool { false } }
