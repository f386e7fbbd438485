import Foundation
import GRDB

/// Comparing two parts of a predicate in SQL.
enum PredicateComparison {
    /// Whether two parts are equal, as a condition.
    static func equal(_ left: PredicateOperand, _ right: PredicateOperand) throws -> SQLFragment {
        switch (left, right) {
        case (.constant, .constant):
            throw Untranslatable(part: "comparing two values")
        case (.constant, _):
            return try equal(right, left)
        case (.scalar(let scalar), .constant(let value)):
            return try equal(scalar, to: value)
        case (.scalar(let one), .scalar(let other)):
            guard one.kind == other.kind else { throw Untranslatable(part: "comparing two kinds") }
            return .format("(% IS %)", one.comparable, other.sql)
        case (.group(let group), .constant(let value)):
            return try equal(group, to: value)
        case (.group, _), (.scalar, .group):
            throw Untranslatable(part: "comparing two values of several parts")
        }
    }

    /// How two values may stand to each other.
    enum Relation: String {
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="

        /// The same, seen from the other side.
        var mirrored: Relation {
            switch self {
            case .less: .greater
            case .atMost: .atLeast
            case .greater: .less
            case .atLeast: .atMost
            }
        }
    }

    /// Whether two parts stand like that, as a condition.
    static func ordered(
        _ left: PredicateOperand, _ relation: Relation, _ right: PredicateOperand
    ) throws -> SQLFragment {
        switch (left, right) {
        case (.constant, .scalar):
            return try ordered(right, relation.mirrored, left)
        case (.scalar(let scalar), .constant(let value)):
            if let instant = value as? Date { return try ordered(scalar, relation, instant) }
            let stored = try ConstantValue.stored(value, as: scalar.kind)
            return .format(
                "ifnull(% \(relation.rawValue) %, 0)", scalar.comparable, .bound(stored))
        case (.scalar(let one), .scalar(let other)):
            guard one.kind == other.kind else { throw Untranslatable(part: "comparing two kinds") }
            return .format(
                "ifnull(% \(relation.rawValue) %, 0)", one.comparable, other.sql)
        case (.constant, _), (.group, _), (.scalar, .group):
            throw Untranslatable(part: "ordering values that are no columns")
        }
    }

    private static func ordered(
        _ scalar: SQLScalar, _ relation: Relation, _ instant: Date
    ) throws -> SQLFragment {
        guard scalar.kind == .instant else { throw Untranslatable(part: "comparing two kinds") }
        return switch relation {
        case .atLeast: try isAtLeast(scalar, instant)
        case .greater: try isAfter(scalar, instant)
        case .less: .format("(NOT %)", try isAtLeast(scalar, instant))
        case .atMost: .format("(NOT %)", try isAfter(scalar, instant))
        }
    }

    private static func equal(_ scalar: SQLScalar, to value: Any) throws -> SQLFragment {
        if scalar.kind == .instant, let instant = unwrapped(value) as? Date {
            return .format(
                "ifnull(% AND NOT %, 0)", try isAtLeast(scalar, instant),
                try isAfter(scalar, instant))
        }
        let stored = try ConstantValue.stored(value, as: scalar.kind)
        return .format("(% IS %)", scalar.comparable, .bound(stored))
    }

    private static func equal(_ group: ModelShape.Group, to value: Any) throws -> SQLFragment {
        guard let value = unwrapped(value) else {
            guard let presence = group.presence else { return SQLFragment("0") }
            return .format("(NOT (%))", presence)
        }
        guard let identity = group.identity else {
            throw Untranslatable(part: "comparing values of type \(type(of: value))")
        }
        let parts = try identity.map { path in
            guard case .scalar(let scalar)? = group.member(path),
                let part = value[keyPath: path]
            else { throw Untranslatable(part: "comparing values of type \(type(of: value))") }
            return try equal(scalar, to: part)
        }
        let all = SQLFragment.joined(parts, by: " AND ")
        guard let presence = group.presence else { return .format("(%)", all) }
        return .format("(% AND %)", presence, all)
    }

    /// Whether an instant of the row is not before a given one.
    static func isAtLeast(_ scalar: SQLScalar, _ instant: Date) throws -> SQLFragment {
        try reached(scalar, ConstantValue.firstMillisecond(near: instant) { $0 >= instant })
    }

    static func isAfter(_ scalar: SQLScalar, _ instant: Date) throws -> SQLFragment {
        try reached(scalar, ConstantValue.firstMillisecond(near: instant) { $0 > instant })
    }

    private static func reached(_ scalar: SQLScalar, _ limit: Int64?) throws -> SQLFragment {
        guard let limit else { throw Untranslatable(part: "an instant beyond all calendars") }
        return .format("(% >= %)", scalar.sql, .bound(limit.databaseValue))
    }
}

/// Whether a value of the row is one of a list of values.
struct Membership {
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
