/// The filters that can be typed into a search, each with a colon and a value behind it.
enum PickToken: String, Sendable, CaseIterable {
    case account
    case over
    case under
    case since
    case until
    case status
    case type
    case category

    /// What stands behind the colon, for a person who asks.
    var hint: String {
        switch self {
        case .account: "a part of its name, or the end of its number"
        case .over, .under: "an amount: 500, 99.50, 500USD"
        case .since, .until: "a day: 2026-03-01"
        case .status: "pending, booked, …"
        case .type: "pointOfSale, transfer, …"
        case .category: "groceries, fuel, 5411, …"
        }
    }

    /// The values to choose from, where there are only a few.
    var values: [String] {
        switch self {
        case .status: StatusArgument.allValueStrings
        case .type: TypeArgument.allValueStrings
        case .category: CategoryArgument.allValueStrings
        case .account, .over, .under, .since, .until: []
        }
    }
}
