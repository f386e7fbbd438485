import Finance

/// The names that a rules file defines for all its sentences (RL-72).
public struct NamedGroups: Sendable, Hashable {
    /// The accounts of each group, by its folded name.
    var accounts: [String: [String]] = [:]
    /// The patterns of each group of merchants, by its folded name.
    var merchants: [String: [String]] = [:]
    /// The file's own categories, by their folded names.
    var categories: [String: OwnCategory] = [:]

    public static let none = NamedGroups()

    /// The folded names that have several words.
    var longNames: Set<String> {
        Set([Array(accounts.keys), Array(merchants.keys), Array(categories.keys)].joined())
            .filter { $0.contains(" ") }
    }

    /// The own categories sorted by name, so that the first match is the same on every run.
    var ownCategories: [OwnCategory] { categories.values.sorted { $0.name < $1.name } }

    /// The own categories that recognize transactions by texts, sorted by name.
    var byTexts: [OwnCategory] { ownCategories.filter(\.isByTexts) }
}

/// A category that a rules file defines by codes, merchants and texts; one match is enough.
public struct OwnCategory: Sendable, Hashable {
    public let name: String
    let codes: [MerchantCategoryCode]
    /// Patterns, as after `at`.
    let merchants: [String]
    /// Texts, as after `containing`.
    let texts: [String]

    /// Whether the category recognizes transactions that have no code, such as reservations.
    var isByTexts: Bool { !merchants.isEmpty || !texts.isEmpty }
}
