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
