/// A message to be published on an MQTT broker once.
///
/// libcurl publishes with the quality of service 0: when it is done, the bytes were written, and
/// nobody has confirmed anything. It cannot retain and, before 8.19, not encrypt; so the broker has
/// to be in the own network.
public struct MQTTRequest: Sendable {
    /// The broker, `mqtt://host:1883`.
    public var url: String
    /// The topic, without wildcards.
    public var topic: String
    /// The message.
    public var payload: [UInt8]
    /// The name and password to sign in with.
    public var login: Login?
    /// The time the whole exchange may take.
    public var timeout: Duration

    /// Makes a request; nothing is checked before ``check()`` or sending.
    public init(url: String, topic: String, payload: [UInt8], login: Login? = nil) {
        self.url = url
        self.topic = topic
        self.payload = payload
        self.login = login
        timeout = .seconds(15)
    }
}
