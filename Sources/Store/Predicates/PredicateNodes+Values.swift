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

extension PredicateExpressions.Conditional: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(
            .condition(
                .format(
                    "(CASE WHEN % THEN % ELSE % END)", try translator.condition(test),
                    try translator.condition(trueBranch),
                    try translator.condition(falseBranch))))
    }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        try TextFunctions.call(.contains, base, other, in: translator)
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        try TextFunctions.call(.startsWith, base, prefix, in: translator)
    }
}
