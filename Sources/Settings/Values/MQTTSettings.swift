/// Where notices are published over MQTT.
public struct MQTTSettings: Sendable, Hashable {
    /// The broker, `mqtt://host:1883`, in the own network.
    public var url: String
    /// The topic of every notice.
    public var topic: String
    /// The name to sign in with, if the broker wants one.
    public var user: ConfidentialText?
    /// The password to sign in with.
    public var password: SecretReference?

    /// Makes the settings of an MQTT channel.
    public init(url: String, topic: String) {
        self.url = url
        self.topic = topic
    }
}
