public import Finance

/// A header that a receiver asks for, such as `Authorization`; its value is never shown.
public struct WebhookHeader: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: Secret

    /// Makes a header; ``WebhookChannel`` refuses what must not be sent.
    public init(_ name: String, _ value: Secret) {
        self.name = name
        self.value = value
    }
}
