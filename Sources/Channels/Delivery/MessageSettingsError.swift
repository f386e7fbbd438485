public import HTTP

/// Why a mail or MQTT channel can't be set up; no value is repeated.
public struct MessageSettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the transport would refuse.
    public let refusal: TransportError

    /// What is wrong, for people.
    public var description: String { "nothing can be sent like this: \(refusal)" }
}
