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

extension MQTTRequest {
    /// Refuses what must never be sent, before anything is sent.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedMessage(_:)``.
    public func check() throws(TransportError) {
        _ = try target()
    }

    /// Where the message goes, if it may be sent.
    func target() throws(TransportError) -> HTTPTarget {
        let target = try HTTPTarget(url: url, schemes: ["mqtt"])
        let signs = topic.unicodeScalars
        guard (1...65_535).contains(topic.utf8.count), !topic.contains("#"), !topic.contains("+"),
            signs.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { throw .refusedMessage("topic") }
        if let login, !login.isSendable { throw .refusedMessage("login") }
        return target
    }

    /// The broker's address with the topic as libcurl wants it, percent-encoded after the host.
    var addressWithTopic: String {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        return base + "/" + URLText.encoded(topic, keepsSlashes: true)
    }
}
