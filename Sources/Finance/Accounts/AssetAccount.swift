/// An account with money that the person owns.
public struct AssetAccount: Sendable, Hashable, Codable {
    /// The properties that every account has.
    public var details: AccountDetails

    /// Makes an asset account.
    public init(details: AccountDetails) {
        self.details = details
    }
}
