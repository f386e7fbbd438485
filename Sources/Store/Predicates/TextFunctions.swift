import Foundation
import GRDB

/// Questions about texts that SQLite answers through Swift, because its own functions compare
/// bytes and Swift compares characters.
enum TextFunctions {
    /// The questions, by their names in SQL.
    enum Question: String, CaseIterable {
        /// Whether a text has another one in it.
        case contains = "swiftContains"
        /// Whether a text begins with another one.
        case startsWith = "swiftStartsWith"

        /// The answer.
        func answer(_ text: String, _ part: String) -> Bool {
            switch self {
            case .contains: part.isEmpty || Self.hasPart(text, part)
            case .startsWith: text.starts(with: part)
            }
        }

        /// What predicates ask, which is generic over collections and not about strings.
        private static func hasPart<Text: Collection, Part: Collection>(
            _ text: Text, _ part: Part
        ) -> Bool where Text.Element == Part.Element, Text.Element: Equatable {
            text.contains(part)
        }
    }

    /// Teaches a connection the questions and the orders of texts.
    static func register(in database: Database) {
        for question in Question.allCases {
            database.add(
                function: DatabaseFunction(
                    question.rawValue, argumentCount: 2, pure: true
                ) { values in
                    guard let text = String.fromDatabaseValue(values[0]),
                        let part = String.fromDatabaseValue(values[1])
                    else { return nil }
                    return question.answer(text, part)
                })
        }
        TextOrder.register(in: database)
    }

    /// The question about two parts of a predicate.
    static func call(
        _ question: Question, _ text: Any, _ part: Any, in translator: PredicateTranslator
    ) throws -> PredicateOperand {
        guard case .scalar(let column) = try translator.operand(text), column.kind == .text else {
            throw Untranslatable(part: "searching in something that is no text of the row")
        }
        let wanted: SQLFragment
        switch try translator.operand(part) {
        case .constant(let value): wanted = .bound(try ConstantValue.stored(value, as: .text))
        case .scalar(let other) where other.kind == .text: wanted = other.sql
        case .scalar, .group: throw Untranslatable(part: "searching for something that is no text")
        }
        return .scalar(
            .condition(
                .format("ifnull(\(question.rawValue)(%, %), 0)", column.sql, wanted)))
    }
}

/// The orders of texts that Foundation's sort descriptors have on Linux, as collations.
enum TextOrder: String, CaseIterable {
    /// As Swift compares strings; what a sort descriptor does unless told otherwise.
    case plain = "swiftCompare"
    /// Foundation's own comparator without a locale.
    case lexical = "foundationLexical"

    /// Teaches a connection those that it does not know by itself.
    static func register(in database: Database) {
        database.add(
            collation: DatabaseCollation(lexical.rawValue) {
                String.StandardComparator.lexical.compare($0, $1)
            })
    }
}
