public import Finance

/// A text that is never shown and stands in the file itself or in another place.
public enum ConfidentialText: Sendable, Hashable {
    /// It stands in the settings file.
    case literal(Secret)
    /// It is kept elsewhere.
    case reference(SecretReference)
}
