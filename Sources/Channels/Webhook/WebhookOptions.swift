public import Finance
public import HTTP

/// What a webhook is sent with, beside what its receiver asks for.
public struct WebhookOptions: Sendable, Hashable {
    public var headers: [WebhookHeader]
    public var timeout: Duration

    /// Makes options; 15 seconds are what Standard Webhooks recommends at least.
    public init(headers: [WebhookHeader] = [], timeout: Duration = .seconds(15)) {
        self.headers = headers
        self.timeout = timeout
    }
}

/// A header that a receiver asks for, such as `Authorization`; its value is never shown.
public struct WebhookHeader: Sendable, Hashable {
    public let name: String
    public let value: Secret

    /// Makes a header; ``WebhookChannel`` refuses what must not be sent.
    public init(_ name: String, _ value: Secret) {
        self.name = name
        self.value = value
    }
}

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
    public var description: String {
        switch self {
        case .refusedURL(let refusal): "the webhook's address is refused: \(refusal)"
        case .refusedHeader(let name):
            "the header '\(name)' has a name or value that must not be sent"
        case .reservedHeader(let name): "the header '\(name)' is written by the channel itself"
        }
    }
}
