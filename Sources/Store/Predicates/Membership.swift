import Foundation
import GRDB

/// Whether a value of the row is one of a list of values.
struct Membership {
    /// The condition.
    let sql: SQLFragment

    /// How many values a statement takes.
    private static let mostValues = 10_000

    /// Says it; the values may be of an optional type.
    init(of scalar: SQLScalar, in values: any Sequence) throws {
        var bound: [SQLFragment] = []
        var hasNil = false
        for value in Self.elements(values) {
            let stored = try ConstantValue.stored(value, as: scalar.kind)
            if stored.isNull { hasNil = true } else { bound.append(.bound(stored)) }
        }
        guard bound.count <= Self.mostValues else {
            throw Untranslatable(part: "a list of \(bound.count) values")
        }
        let list = SQLFragment.joined(bound, by: ", ")
        let isListed = SQLFragment.format("ifnull(% IN (%), 0)", scalar.comparable, list)
        sql = hasNil ? .format("(% IS NULL OR %)", scalar.sql, isListed) : isListed
    }

    private static func elements(_ values: any Sequence) -> [Any] {
        func all<Values: Sequence>(_ values: Values) -> [Any] { values.map { $0 as Any } }
        return all(values)
    }
}
