/// How much a channel may show of a notification.
public enum DetailLevel: String, Sendable, Hashable, CaseIterable {
    /// That something happened, nothing else.
    case generic
    /// Rule and account, no amounts and no texts from the bank.
    case summary
    case full
}
