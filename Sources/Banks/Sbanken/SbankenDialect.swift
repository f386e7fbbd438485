/// The two forms in which the API existed until 2024.
public enum SbankenDialect: String, Sendable, Hashable, CaseIterable {
    /// Answers in an envelope with error fields, the customer in a `customerId` header.
    case v1
    /// Lists with `availableItems` and `items`, single objects bare, errors as problem details.
    case v2

    /// The address that the bank gave this form last.
    public var publicAPIURL: String {
        "https://publicapi.sbanken.no/apibeta/api/\(rawValue)"
    }
}
