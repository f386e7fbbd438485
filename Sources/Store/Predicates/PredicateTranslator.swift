import Foundation
import GRDB

/// Translates a predicate to SQL with the same meaning for every row.
///
/// Conditions result in 0 or 1, never in null: Swift knows no third value. A part without an
/// equivalent in SQL throws ``Untranslatable`` and is left to Swift.
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

    /// The name of a property, or of another part's operation, for people.
    static func name(of expression: Any) -> String {
        if let property = expression as? any PropertyNode { return property.name }
        let type = String(describing: type(of: expression))
        return "the operation '\(type.prefix { $0 != "<" })'"
    }
}

/// The value of a part of a predicate.
enum PredicateOperand {
    /// The same value for every row.
    case constant(Any)
    /// A value of the row.
    case scalar(SQLScalar)
    /// A value of the row that has members.
    case group(ModelShape.Group)
}

/// Why a part of a predicate has no equivalent in SQL.
struct Untranslatable: Error {
    /// The part, in words for the person who wrote the predicate.
    let part: String
}

/// A part of a predicate that may have an equivalent in SQL.
protocol PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand
}

/// A part of a predicate that reads a property.
protocol PropertyNode: PredicateNode {
    var name: String { get }
}

/// A part of a predicate that is true or false.
protocol ConditionNode: PredicateNode {
    func condition(in translator: PredicateTranslator) throws -> SQL
    /// The two conditions of a conjunction; `nil` for any other part.
    var conjuncts: (Any, Any)? { get }
}

extension ConditionNode {
    var conjuncts: (Any, Any)? { nil }

    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(SQLScalar(sql: try condition(in: translator), kind: .boolean))
    }
}

/// A predicate as conditions that must all be true, those in SQL apart from the others.
struct PredicateSplit {
    /// The conditions that the database checks.
    private(set) var translated: [SQL] = []
    /// The conditions that it can't check, in words.
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
