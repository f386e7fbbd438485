import Finance
import Foundation
import GRDB

/// One value of a row as SQL.
struct SQLScalar {
    /// How values are compared; predicates compare only values of one type.
    enum Kind {
        /// As SQLite does.
        case plain
        /// 0 or 1, which is a condition by itself.
        case boolean
        /// As Swift compares strings.
        case text
        /// Milliseconds since 1970.
        case instant
    }

    var sql: SQL
    var kind = Kind.plain
    /// Its own members, such as the code of a currency.
    var members: [ModelShape.Member] = []

    /// The expression to compare; for texts with Swift's rules.
    var comparable: SQL { kind == .text ? "\(literal: sql) COLLATE swiftCompare" : sql }

    /// A value of a predicate as a column holds it.
    ///
    /// - Throws: ``Untranslatable`` for a value that no column holds.
    static func stored(_ value: Any) throws -> DatabaseValue {
        guard let value = unwrapped(value) else { return .null }
        let found: (any DatabaseValueConvertible)? =
            switch value {
            case let day as CalendarDay: day.dayNumber
            case let instant as Date:
                Date(milliseconds: instant.milliseconds) == instant ? instant.milliseconds : nil
            case let currency as Currency: currency.code
            case let category as MerchantCategoryCode: category.rawValue
            case let number as AccountNumber: number.digits
            case let word as any RawRepresentable<String>: word.rawValue
            default: value as? any DatabaseValueConvertible
            }
        guard let found else { throw Untranslatable(part: "a value of type \(type(of: value))") }
        let stored = found.databaseValue
        // SQLite would take the text up to there for the whole.
        if case .string(let text) = stored.storage, text.utf8.contains(0) {
            throw Untranslatable(part: "a text with the character U+0000")
        }
        return stored
    }
}

/// An optional of any type, for a value of type `Any`.
private protocol AnyOptional {
    /// The wrapped value, through all layers; `nil` if there is none.
    var inside: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var inside: Any? { flatMap { unwrapped($0) } }
}

/// The wrapped value of something that may be an optional; `nil` if there is none.
func unwrapped(_ value: Any) -> Any? {
    if let optional = value as? any AnyOptional { return optional.inside }
    return value
}
