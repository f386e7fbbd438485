public import Finance

/// How an MQTT channel is set up.
public struct MQTTOptions: Sendable, Hashable {
    /// The broker, `mqtt://host:1883`.
    public var server: String
    /// The topic of every notice.
    public var topic: String
    /// The name to sign in with.
    public var user: Secret?
    /// The password to sign in with.
    public var password: Secret?

    /// Makes options without a login.
    public init(server: String, topic: String) {
        self.server = server
        self.topic = topic
    }
}
