import Finance

/// The accounts that a part of a sentence speaks of, names folded.
struct AccountSelector: Sendable, Hashable {
    /// Which accounts, before exceptions.
    enum Reach: Sendable, Hashable {
        /// The sentence says nothing.
        case implicit
        /// Each by itself.
        case each
        /// All together.
        case all
        /// One by its name.
        case named(String)
    }

    /// Which accounts.
    let reach: Reach
    /// The names of those that are left out.
    let exceptions: [String]

    /// Reads a scope; `nil` is a sentence that names none.
    init(_ scope: Scope?) {
        exceptions = (scope?.exceptions ?? []).map(\.folded).sorted()
        reach =
            switch scope?.reach {
            case nil: .implicit
            case .each: .each
            case .all: .all
            case .named(let name): .named(name.folded)
            }
    }

    /// Whether every account stands for itself.
    var isVariable: Bool { reach == .implicit || reach == .each }

    /// Whether one value over the accounts depends on which accounts there are.
    var spansBanks: Bool { reach == .implicit || reach == .all }

    /// Whether it is every account there is.
    var isEverything: Bool {
        if case .named = reach { false } else { exceptions.isEmpty }
    }
}
