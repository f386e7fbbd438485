import Foundation

/// Says a predicate in SQL, with the same meaning for every row.
///
/// Conditions come out as 0 or 1, never as null: Swift knows no third answer. What has no equal
/// in SQL throws ``Untranslatable`` and is left to Swift.
struct PredicateTranslator {
    private var variables: [PredicateExpressions.VariableID: PredicateOperand] = [:]

    init(_ variable: PredicateExpressions.VariableID, _ shape: ModelShape) {
        variables[variable] = .group(shape.root)
    }

    func operand(_ expression: Any) throws -> PredicateOperand {
        guard let node = expression as? any PredicateNode else {
            throw Untranslatable(part: Self.name(of: expression))
        }
        return try node.operand(in: self)
    }

    func condition(_ expression: Any) throws -> SQLFragment {
        switch try operand(expression) {
        case .scalar(let scalar) where scalar.kind == .boolean: return scalar.sql
        case .constant(let value):
            guard let truth = value as? Bool else { break }
            return SQLFragment(truth ? "1" : "0")
        case .scalar, .group: break
        }
        throw Untranslatable(part: Self.name(of: expression))
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
    static func name(of expression: Any) -> String {
        let type = String(describing: type(of: expression))
        return "the operation '\(type.prefix { $0 != "<" })'"
    }
}

/// A part of a predicate that may be said in SQL.
protocol PredicateNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand
}

/// A part of a predicate that holds or does not.
protocol ConditionNode: PredicateNode {
    func condition(in translator: PredicateTranslator) throws -> SQLFragment
}

extension ConditionNode {
    func operand(in translator: PredicateTranslator) throws -> PredicateOperand {
        .scalar(SQLScalar(sql: try condition(in: translator), kind: .boolean))
    }
}

/// A condition that both its parts have to satisfy.
protocol ConjunctionNode {
    var parts: (Any, Any) { get }
}

/// A predicate as conditions that all have to hold, those in SQL apart from the others.
struct PredicateSplit {
    /// What the database checks.
    private(set) var translated: [SQLFragment] = []
    /// What it can't check, in words.
    private(set) var untranslated: [String] = []

    /// Splits a predicate about a model.
    init<Model: QueriedModel>(_ predicate: Predicate<Model>) {
        let translator = PredicateTranslator(predicate.variable.key, Model.shape)
        var open: [Any] = [predicate.expression]
        while let part = open.popLast() {
            if let both = part as? any ConjunctionNode {
                open += [both.parts.1, both.parts.0]
            } else {
                take(part, translator)
            }
        }
    }

    private mutating func take(_ part: Any, _ translator: PredicateTranslator) {
        do {
            translated.append(try translator.condition(part))
        } catch let problem as Untranslatable {
            untranslated.append(problem.part)
        } catch {
            untranslated.append(PredicateTranslator.name(of: part))
        }
    }
}
