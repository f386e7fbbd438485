public import Finance

/// A merchant category in a sentence: a group such as `groceries`, or a code such as `5411`.
public struct Category: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case group(MerchantCategory)
        case code(MerchantCategoryCode)
        case own(OwnCategory)
    }

    public let kind: Kind
    public let span: Range<Int>
    /// The file's own categories that recognize transactions by texts.
    ///
    /// A transaction in one of them is in no other category by its code.
    public var others: [OwnCategory] = []

    var own: OwnCategory? {
        if case .own(let own) = kind { own } else { nil }
    }

    public func contains(_ code: MerchantCategoryCode) -> Bool {
        switch kind {
        case .group(let group): group.contains(code)
        case .code(let own): own == code
        case .own(let own): own.codes.contains(code)
        }
    }
}

/// The named groups of merchant categories, as ranges of ISO 18245 codes (D65).
public enum MerchantCategory: String, Sendable, Hashable, CaseIterable {
    case groceries, restaurants
    /// Bars and wine shops.
    case bars = "bars and alcohol"
    /// Petrol stations and charging; trains, buses, taxis and tolls; airlines, hotels and agencies.
    case fuel, transport, travel
    case health, cash, gambling
    /// Games, media, software, subscriptions; clothes and shoes; building, furniture and household.
    case digital, clothing, home
    case insurance

    public var codes: [ClosedRange<Int16>] {
        switch self {
        case .groceries: Self.single(5411, 5422, 5441, 5451, 5462, 5499)
        case .restaurants: Self.single(5811, 5812, 5814)
        case .bars: Self.single(5813, 5921)
        case .fuel: Self.single(5541, 5542, 5552)
        case .transport: Self.single(4111, 4112, 4121, 4131, 4784, 4789, 7523)
        case .travel:
            [3000...3299, 3351...3441, 3500...3999] + Self.single(4411, 4511, 4722, 7011, 7512)
        case .health: Self.single(5912, 8011, 8021, 8031, 8041, 8042, 8043, 8062, 8071, 8099)
        case .cash: Self.single(6010, 6011)
        case .gambling: Self.single(7800, 7801, 7802, 7995)
        case .digital: [5815...5818] + Self.single(4899)
        case .clothing: [5611...5699]
        case .home: Self.single(5200, 5211, 5251, 5712, 5722, 5732)
        case .insurance: Self.single(6300)
        }
    }

    public func contains(_ code: MerchantCategoryCode) -> Bool {
        codes.contains { $0.contains(code.rawValue) }
    }

    private static func single(_ codes: Int16...) -> [ClosedRange<Int16>] { codes.map { $0...$0 } }
}

/// The names that a rules file defines for all its sentences (RL-72).
public struct NamedGroups: Sendable, Hashable {
    /// The accounts of each group, by its folded name.
    var accounts: [String: [String]] = [:]
    /// The patterns of each group of merchants, by its folded name.
    var merchants: [String: [String]] = [:]
    /// The file's own categories, by their folded names.
    var categories: [String: OwnCategory] = [:]

    public static let none = NamedGroups()

    /// Whether a name is one that people often give to accounts, or that of a group of accounts.
    func isAccount(_ name: TextLiteral) -> Bool {
        Names.isAccount(name.text) || accounts[name.folded] != nil
    }

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
