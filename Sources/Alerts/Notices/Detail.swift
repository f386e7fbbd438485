/// How much a channel may show (privacy levels).
public enum Detail: String, Sendable, Hashable, Codable, CaseIterable {
    /// That something happened, nothing else.
    case generic
    /// Rule and account, no amounts and no texts from the bank.
    case summary
    /// Everything.
    case full
}
