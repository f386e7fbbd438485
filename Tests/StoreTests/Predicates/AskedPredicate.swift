import Finance
import Foundation
import GRDB

@testable import Store

/// A predicate as a part of another one, which `#Predicate` itself does not offer on Linux.
struct AskedPredicate: StandardPredicateExpression, ConditionNode {
    let predicate: Predicate<Transaction>
    let row: PredicateExpressions.Variable<Transaction>

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try predicate.evaluate(row.evaluate(bindings))
    }

    func condition(in translator: PredicateTranslator) throws -> SQL {
        let inner = translator.binding(
            predicate.variable.key, to: try translator.operand(of: row.key))
        return try inner.condition(predicate.expression)
    }

    init(predicate: Predicate<Transaction>, row: PredicateExpressions.Variable<Transaction>) {
        self.predicate = predicate
        self.row = row
    }

    init(from decoder: any Decoder) throws {
        throw CocoaError(.featureUnsupported)
    }

    func encode(to encoder: any Encoder) throws {
        throw CocoaError(.featureUnsupported)
    }
}
