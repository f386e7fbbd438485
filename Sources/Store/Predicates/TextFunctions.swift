import Foundation
import GRDB

/// Text conditions that SQLite evaluates through Swift, because its own functions compare bytes and
/// Swift compares characters.
enum TextFunctions: String, CaseIterable {
    case contains = "swiftContains"
    case startsWith = "swiftStartsWith"

    /// Foundation's own comparator without a locale; GRDB has a collation for Swift's order.
    static let lexical = DatabaseCollation("foundationLexical") {
        String.StandardComparator.lexical.compare($0, $1)
    }

    /// Adds the text functions and collations to a connection.
    static func register(in database: Database) {
        for question in allCases {
            database.add(
                function: DatabaseFunction(question.rawValue, argumentCount: 2, pure: true) {
                    values in
                    guard let text = String.fromDatabaseValue(values[0]),
                        let part = String.fromDatabaseValue(values[1])
                    else { return nil }
                    return question.answer(text, part)
                })
        }
        database.add(collation: lexical)
    }

    private func answer(_ text: String, _ part: String) -> Bool {
        switch self {
        case .contains: part.isEmpty || Self.hasPart(text, part)
        case .startsWith: text.starts(with: part)
        }
    }

    /// The test that predicates use, which is generic over collections.
    private static func hasPart<Text: Collection, Part: Collection>(
        _ text: Text, _ part: Part
    ) -> Bool where Text.Element == Part.Element, Text.Element: Equatable {
        text.contains(part)
    }

    /// A condition on a text of the row.
    func condition(_ text: Any, _ part: Any, in translator: PredicateTranslator) throws -> SQL {
        guard case .scalar(let column) = try translator.operand(text), column.kind == .text else {
            throw Untranslatable(part: "searching in something that is no text of the row")
        }
        let wanted: SQL
        switch try translator.operand(part) {
        case .constant(let value): wanted = "\(try SQLScalar.stored(value))"
        case .scalar(let other) where other.kind == .text: wanted = other.sql
        case .scalar, .group: throw Untranslatable(part: "searching for something that is no text")
        }
        return "ifnull(\(sql: rawValue)(\(literal: column.sql), \(literal: wanted)), 0)"
    }
}
