/// How loudly a notice speaks; the levels of the desktop notification specification.
public enum Urgency: String, Sendable, Hashable, Codable, CaseIterable {
    /// May be overlooked.
    case low
    /// The default.
    case normal
    /// Stays on the screen until seen.
    case critical
}
