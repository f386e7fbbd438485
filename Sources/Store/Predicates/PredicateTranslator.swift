import Foundation
import GRDB

/// Says a predicate in SQL, with the same meaning for every row.
///
/// Conditions come out as 0 or 1, never as null: Swift knows no third answer. What has no equal
/// in SQL throws ``Untranslatable`` and is left to Swift.
struct PredicateTranslator {
    private var variables: [PredicateExpressions.VariableID: PredicateOperand] = [:]

    init(_ variable: PredicateExpressions.VariableID, _ shape: ModelShape.Group) {
        variables[variable] = .group(shape)
    }

    func operand(_ expression: Any) throws -> PredicateOperand {
        guard let node = expression as? any PredicateNode else {
            throw Untranslatable(part: Self.name(of: expression))
        }
        return try node.operand(in: self)
    }

    func condition(_ expression: Any) throws -> SQL {
        switch try operand(expression) {
        case .scalar(let scalar) where scalar.kind == .boolean: return scalar.sql
        case .constant(let value as Bool): return value ? "1" : "0"
        case .constant, .scalar, .group: throw Untranslatable(part: Self.name(of: expression))
        }
    }

    func operand(of variable: PredicateExpressions.VariableID) throws -> PredicateOperand {
        guard let operand = variables[variable] else {
            throw Untranslatable(part: "a variable of another predicate")
        }
        return operand
    }

    /// The same translation with one more variable.
    func binding(
        _ variable: PredicateExpressions.VariableID, to operand: PredicateOperand
    ) -> PredicateTranslator {
        var inner = self
        inner.variables[variable] = operand
        return inner
    }

    /// A part of a predicate in words: the name of its operation.
    fileprivate static func name(of expression: Any) -> String {
        let type = String(describing: type(of: expression))
        return "the operation '\(type.prefix { $0 != "<" })'"
    }
}

/// What a part of a predicate stands for.
enum PredicateOperand {
    /// The same value for every row.
    case constant(Any)
    /// A value of the row.
    case scalar(SQLScalar)
    /// A value of the row that has parts.
    case group(ModelShape.Group)
}

/// Why a part of a predicate can't be said in SQL with the same meaning.
struct Untranslatable: Error {
    /// The part, in words for the person who wrote the predicate.
    let part: String
}

/// A part of a predicate that may be said in SQL.
protocol PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand
}

/// A part of a predicate that holds or does not.
protocol ConditionNode: PredicateNode {
    func condition(in translator: PredicateTranslator) throws -> SQL
    /// Two conditions that both have to hold, if it says no more.
    var conjuncts: (Any, Any)? { get }
}

extension ConditionNode {
    var conjuncts: (Any, Any)? { nil }

    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(SQLScalar(sql: try condition(in: translator), kind: .boolean))
    }
}

/// A predicate as conditions that all have to hold, those in SQL apart from the others.
struct PredicateSplit {
    /// What the database checks.
    private(set) var translated: [SQL] = []
    /// What it can't check, in words.
    private(set) var untranslated: [String] = []

    init<Model: StoredModel>(_ predicate: Predicate<Model>) {
        let translator = PredicateTranslator(predicate.variable.key, Model.shape)
        var open: [Any] = [predicate.expression]
        while let part = open.popLast() {
            if let both = (part as? any ConditionNode)?.conjuncts {
                open += [both.1, both.0]
                continue
            }
            do { translated.append(try translator.condition(part)) } catch {
                untranslated.append(
                    (error as? Untranslatable)?.part ?? PredicateTranslator.name(of: part))
            }
        }
    }
}
