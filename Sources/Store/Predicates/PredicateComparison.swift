import Foundation
import GRDB

/// Comparing two parts of a predicate in SQL.
enum PredicateComparison: String {
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    /// The comparison with its sides exchanged.
    private var mirrored: PredicateComparison {
        switch self {
        case .less: .greater
        case .atMost: .atLeast
        case .greater: .less
        case .atLeast: .atMost
        }
    }

    /// A condition that compares two parts.
    func condition(_ left: PredicateOperand, _ right: PredicateOperand) throws -> SQL {
        switch (left, right) {
        case (.constant, .scalar): return try mirrored.condition(right, left)
        case (.scalar(let scalar), .constant(let value)):
            if let instant = value as? Date { return try condition(scalar, instant) }
            let stored = try SQLScalar.stored(value)
            return "ifnull(\(literal: scalar.comparable) \(sql: rawValue) \(stored), 0)"
        case (.scalar(let one), .scalar(let other)):
            return "ifnull(\(literal: one.comparable) \(sql: rawValue) \(literal: other.sql), 0)"
        case (.constant, _), (.group, _), (.scalar, .group):
            throw Untranslatable(part: "ordering values that are no columns")
        }
    }

    private func condition(_ scalar: SQLScalar, _ instant: Date) throws -> SQL {
        switch self {
        case .atLeast: try Self.reached(scalar, near: instant) { $0 >= instant }
        case .greater: try Self.reached(scalar, near: instant) { $0 > instant }
        case .less: "(NOT \(literal: try Self.atLeast.condition(scalar, instant)))"
        case .atMost: "(NOT \(literal: try Self.greater.condition(scalar, instant)))"
        }
    }

    /// A condition that an instant of the row fulfils from some time on.
    ///
    /// An instant is a binary fraction, so "later than" must be compared with the instants that the
    /// stored milliseconds become.
    private static func reached(
        _ scalar: SQLScalar, near instant: Date, where isReached: (Date) -> Bool
    ) throws -> SQL {
        let about = (instant.timeIntervalSince1970 * 1_000).rounded()
        guard about.magnitude < 1e15, var first = Int64(exactly: about) else {
            throw Untranslatable(part: "an instant beyond all calendars")
        }
        while isReached(Date(milliseconds: first)) { first -= 1 }
        while !isReached(Date(milliseconds: first)) { first += 1 }
        return "(\(literal: scalar.sql) >= \(first))"
    }

    /// A condition that two parts are equal.
    static func equal(_ left: PredicateOperand, _ right: PredicateOperand) throws -> SQL {
        switch (left, right) {
        case (.constant, .constant): throw Untranslatable(part: "comparing two values")
        case (.constant, _): return try equal(right, left)
        case (.scalar(let scalar), .constant(let value)): return try equal(scalar, to: value)
        case (.scalar(let one), .scalar(let other)):
            return "(\(literal: one.comparable) IS \(literal: other.sql))"
        case (.group(let group), .constant(let value)): return try equal(group, to: value)
        case (.group, _), (.scalar, .group):
            throw Untranslatable(part: "comparing two values of several parts")
        }
    }

    private static func equal(_ scalar: SQLScalar, to value: Any) throws -> SQL {
        if scalar.kind == .instant, let instant = unwrapped(value) as? Date {
            let isAtLeast = try atLeast.condition(scalar, instant)
            let isAfter = try greater.condition(scalar, instant)
            return "ifnull(\(literal: isAtLeast) AND NOT \(literal: isAfter), 0)"
        }
        return "(\(literal: scalar.comparable) IS \(try SQLScalar.stored(value)))"
    }

    private static func equal(_ group: ModelShape.Group, to value: Any) throws -> SQL {
        guard let value = unwrapped(value) else {
            return group.presence.map { "(NOT (\(literal: $0)))" } ?? "0"
        }
        let problem = Untranslatable(part: "comparing values of type \(type(of: value))")
        guard let identity = group.identity else { throw problem }
        let parts = try identity.map { path in
            guard case .scalar(let scalar)? = group.members.node(path),
                let part = value[keyPath: path]
            else { throw problem }
            return try equal(scalar, to: part)
        }
        return
            "(\(literal: ([group.presence].compactMap(\.self) + parts).joined(separator: " AND ")))"
    }

    /// How many values a list may have.
    private static let mostValues = 10_000

    /// A condition that a value of the row is in a list, whose values may be optional.
    static func isListed(_ scalar: SQLScalar, in values: some Sequence) throws -> SQL {
        let stored = try values.map { try SQLScalar.stored($0 as Any) }
        let bound = stored.filter { !$0.isNull }.map { "\($0)" as SQL }
        guard bound.count <= mostValues else {
            throw Untranslatable(part: "a list of \(bound.count) values")
        }
        let list = bound.joined(separator: ", ")
        let isListed: SQL = "ifnull(\(literal: scalar.comparable) IN (\(literal: list)), 0)"
        return bound.count == stored.count
            ? isListed : "(\(literal: scalar.sql) IS NULL OR \(literal: isListed))"
    }
}
