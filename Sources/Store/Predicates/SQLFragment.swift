import Finance
import Foundation
import GRDB

/// A piece of SQL with what is bound to its question marks.
struct SQLFragment: Sendable, Hashable {
    var sql: String
    /// The values, in the order of their marks.
    var values: [DatabaseValue]

    init(_ sql: String, _ values: [DatabaseValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// A value as a question mark.
    static func bound(_ value: DatabaseValue) -> SQLFragment {
        SQLFragment("?", [value])
    }

    /// Puts pieces into a text, one at each `%`.
    static func format(_ text: String, _ pieces: SQLFragment...) -> SQLFragment {
        var result = SQLFragment("")
        for (index, part) in text.split(separator: "%", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 {
                result.sql += pieces[index - 1].sql
                result.values += pieces[index - 1].values
            }
            result.sql += part
        }
        return result
    }

    static func joined(_ pieces: [SQLFragment], by text: String) -> SQLFragment {
        SQLFragment(pieces.map(\.sql).joined(separator: text), pieces.flatMap(\.values))
    }
}

/// One value of a row as SQL, with what kind of value it is in Swift.
struct SQLScalar {
    /// The kinds, which decide how values are compared.
    enum Kind: Sendable, Hashable {
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

    var sql: SQLFragment
    var kind: Kind
    /// Its own members, such as the code of a currency.
    var members: [ModelShape.Member] = []

    /// Whether texts are compared, which takes Swift's rules.
    var isText: Bool { kind == .text || kind == .number }

    /// The value with the rules for comparing it.
    var comparable: SQLFragment {
        isText ? .format("% COLLATE swiftCompare", sql) : sql
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
struct Untranslatable: Error, Sendable {
    /// The part, in words for the person who wrote the predicate.
    let part: String
}

/// An optional of whatever type, seen from a value of type `Any`.
protocol AnyOptional {
    /// What is inside, through all layers; `nil` if there is nothing.
    var inside: Any? { get }
}

extension Optional: AnyOptional {
    var inside: Any? { flatMap { unwrapped($0) } }
}

/// What is inside a value that may be an optional; `nil` if there is nothing.
func unwrapped(_ value: Any) -> Any? {
    if let optional = value as? any AnyOptional { return optional.inside }
    return value
}

/// Values of Swift as the database holds them.
enum ConstantValue {
    /// The value to compare with a column of that kind.
    ///
    /// - Throws: ``Untranslatable`` for a value of another kind.
    static func stored(_ value: Any, as kind: SQLScalar.Kind) throws -> DatabaseValue {
        guard let value = unwrapped(value) else { return .null }
        let found: DatabaseValue? =
            switch kind {
            case .integer: integer(value)
            case .boolean: (value as? Bool)?.databaseValue
            case .text: (value as? String)?.databaseValue
            case .identifier: (value as? UUID)?.databaseValue
            case .day: (value as? CalendarDay)?.dayNumber.databaseValue
            case .instant: (value as? Date).flatMap(milliseconds)
            case .word: word(value)
            case .currency: (value as? Currency)?.code.databaseValue
            case .category: (value as? MerchantCategoryCode)?.rawValue.databaseValue
            case .number: (value as? AccountNumber)?.digits.databaseValue
            }
        guard let found else { throw Untranslatable(part: "a value of type \(type(of: value))") }
        return found
    }

    /// The first millisecond whose instant satisfies a condition that, once true, stays true.
    ///
    /// An instant is a binary fraction, so "later than" must be asked of the instants that the
    /// milliseconds really become.
    static func firstMillisecond(near instant: Date, where isReached: (Date) -> Bool) -> Int64? {
        let about = (instant.timeIntervalSince1970 * 1_000).rounded()
        guard about.magnitude < 1e15, var candidate = Int64(exactly: about) else { return nil }
        while isReached(Date(milliseconds: candidate)) { candidate -= 1 }
        while !isReached(Date(milliseconds: candidate)) { candidate += 1 }
        return candidate
    }

    private static func milliseconds(_ instant: Date) -> DatabaseValue? {
        let stored = instant.milliseconds
        return Date(milliseconds: stored) == instant ? stored.databaseValue : nil
    }

    private static func integer(_ value: Any) -> DatabaseValue? {
        (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }?.databaseValue
    }

    private static func word(_ value: Any) -> DatabaseValue? {
        (value as? any RawRepresentable<String>)?.rawValue.databaseValue
    }
}

/// Questions about texts that SQLite answers through Swift, because its own functions compare
/// bytes and Swift compares characters.
enum TextFunctions {
    /// The questions, by their names in SQL.
    enum Question: String, CaseIterable {
        /// Whether a text has another one in it.
        case contains = "swiftContains"
        /// Whether a text begins with another one.
        case startsWith = "swiftStartsWith"

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

    static func call(
        _ question: Question, _ text: Any, _ part: Any, in translator: PredicateTranslator
    ) throws -> SQLFragment {
        guard case .scalar(let column) = try translator.operand(text), column.kind == .text else {
            throw Untranslatable(part: "searching in something that is no text of the row")
        }
        let wanted: SQLFragment
        switch try translator.operand(part) {
        case .constant(let value): wanted = .bound(try ConstantValue.stored(value, as: .text))
        case .scalar(let other) where other.kind == .text: wanted = other.sql
        case .scalar, .group: throw Untranslatable(part: "searching for something that is no text")
        }
        return .format("ifnull(\(question.rawValue)(%, %), 0)", column.sql, wanted)
    }
}

/// The orders of texts that Foundation's sort descriptors have on Linux, as collations.
enum TextOrder: String, CaseIterable {
    /// As Swift compares strings; what a sort descriptor does by default.
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
