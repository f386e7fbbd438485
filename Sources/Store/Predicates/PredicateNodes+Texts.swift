import Foundation

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
