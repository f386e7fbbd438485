import Finance
import Foundation
import GRDB

/// One value of a row as SQL, with its kind in Swift.
struct SQLScalar {
    /// The kinds, which decide how values are compared.
    enum Kind {
        case integer
        /// 0 or 1.
        case boolean
        /// A text, compared as Swift compares strings.
        case text
        /// The sixteen bytes of an identifier.
        case identifier
        /// The number of a day.
        case day
        /// Milliseconds since 1970.
        case instant
        /// The raw value of an enumeration.
        case word
        case currency
        case category
        /// The text of an account number.
        case number
    }

    var sql: SQL
    var kind: Kind
    /// Its own members, such as the code of a currency.
    var members: [ModelShape.Member] = []

    /// The expression to compare; for texts with Swift's rules.
    var comparable: SQL {
        kind == .text || kind == .number ? "\(literal: sql) COLLATE swiftCompare" : sql
    }
}

extension SQLScalar {
    /// The value to compare with a column of that kind.
    ///
    /// - Throws: ``Untranslatable`` for a value of another kind.
    static func stored(_ value: Any, as kind: Kind) throws -> DatabaseValue {
        guard let value = unwrapped(value) else { return .null }
        let found: DatabaseValue? =
            switch kind {
            case .integer:
                (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }?.databaseValue
            case .boolean: (value as? Bool)?.databaseValue
            case .text: (value as? String)?.databaseValue
            case .identifier: (value as? UUID)?.databaseValue
            case .day: (value as? CalendarDay)?.dayNumber.databaseValue
            case .instant:
                (value as? Date).flatMap {
                    Date(milliseconds: $0.milliseconds) == $0 ? $0.milliseconds.databaseValue : nil
                }
            case .word: (value as? any RawRepresentable<String>)?.rawValue.databaseValue
            case .currency: (value as? Currency)?.code.databaseValue
            case .category: (value as? MerchantCategoryCode)?.rawValue.databaseValue
            case .number: (value as? AccountNumber)?.digits.databaseValue
            }
        guard let found else { throw Untranslatable(part: "a value of type \(type(of: value))") }
        return found
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
