/// One value of a row as SQL, with what kind of value it is in Swift.
struct SQLScalar {
    /// The kinds, which decide how values are compared.
    enum Kind: Sendable, Hashable {
        /// A whole number.
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
        /// The code of a currency.
        case currency
        /// A merchant category code.
        case category
        /// The text of an account number.
        case number
    }

    /// The value.
    var sql: SQLFragment
    /// What it is.
    var kind: Kind
    /// Its own members, such as the code of a currency.
    var members: [ModelShape.Member] = []

    /// Whether texts are compared, which takes Swift's rules.
    var isText: Bool { kind == .text || kind == .number }

    /// The value with the rules for comparing it.
    var comparable: SQLFragment {
        isText ? .format("% COLLATE swiftCompare", sql) : sql
    }

    /// A condition, which is 0 or 1 and never null.
    static func condition(_ sql: SQLFragment) -> SQLScalar {
        SQLScalar(sql: sql, kind: .boolean)
    }
}
