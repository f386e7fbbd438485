/// What the owner has decided about a reader.
public enum AuthorizationStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing yet.
    case notDetermined
    /// No access, or not any more.
    case denied
    /// Access to at least one account.
    case authorized
}
