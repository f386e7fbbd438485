import Finance

/// The names that a rules file defines for all its sentences (RL-72).
public struct NamedGroups: Sendable, Hashable {
    /// The accounts of each group, by its folded name.
    var accounts: [String: [String]] = [:]
    /// The patterns of each group of merchants, by its folded name.
    var merchants: [String: [String]] = [:]
    /// By folded name.
    var categories: [String: OwnCategory] = [:]

    public static let none = NamedGroups()

    /// The folded names of several words.
    var longNames: Set<String> {
        Set([Array(accounts.keys), Array(merchants.keys), Array(categories.keys)].joined())
            .filter { $0.contains(" ") }
    }

    /// Sorted, so that the first of several that fit is the same on every run.
    var ownCategories: [OwnCategory] { categories.values.sorted { $0.name < $1.name } }

    /// The own categories that know their transactions by their texts, in the order of their names.
    var byTexts: [OwnCategory] { ownCategories.filter(\.isByTexts) }
}

/// A category that a rules file defines: by codes, merchants and texts, one of which is enough.
public struct OwnCategory: Sendable, Hashable {
    public let name: String
    let codes: [MerchantCategoryCode]
    /// Patterns as behind `at`.
    let merchants: [String]
    /// Texts as behind `containing`.
    let texts: [String]

    /// Whether it knows some transactions before they are booked.
    var isByTexts: Bool { !merchants.isEmpty || !texts.isEmpty }
}
