public import HTTP

/// Why a webhook can't be set up; nothing of address or values is in it.
public enum WebhookSettingsError: Error, Sendable, Hashable {
    /// The address is one that is never contacted.
    case refusedURL(URLRefusal)
    /// The header of that name must not be sent like this.
    case refusedHeader(String)
    /// The channel writes the header of that name itself.
    case reservedHeader(String)
}

extension WebhookSettingsError: CustomStringConvertible {
    /// What is wrong, for people.
    public var description: String {
        switch self {
        case .refusedURL(let refusal): "the webhook's address is refused: \(refusal)"
        case .refusedHeader(let name):
            "the header '\(name)' has a name or value that must not be sent"
        case .reservedHeader(let name): "the header '\(name)' is written by the channel itself"
        }
    }
}
