public import Alerts
public import Finance
public import HTTP

/// Publishes each notification, as JSON, on one topic of a broker in the own network.
///
/// Nobody confirms anything: "delivered" means that the bytes were written to a broker that took
/// the connection. Nothing is retained. A channel for alerts that matter should not be the only
/// one.
public struct MQTTChannel: Channel {
    public let name: String
    private let options: MQTTOptions
    private let transport: any MessageTransport
    private let problems: TransportProblems

    /// Makes the channel; nothing is sent yet.
    ///
    /// - Throws: ``ChannelSettingsError`` if nothing could be sent like this.
    public init(
        name: String, options: MQTTOptions, transport: any MessageTransport
    ) throws(ChannelSettingsError) {
        self.name = name
        self.options = options
        self.transport = transport
        problems = TransportProblems(host: HostName.of(options.server) ?? "the broker")
        do {
            try request(for: .sample).check()
        } catch {
            throw .refused(error)
        }
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        do {
            try await transport.publish(request(for: notification))
            return .delivered
        } catch .malformedResponse {
            // All that libcurl says about a connection that the broker does not want.
            return .retry(
                .auth, "\(problems.host) did not take the connection",
                fix: "check user and password of the channel", after: TransportProblems.holdTime)
        } catch {
            return problems.outcome(error)
        }
    }

    private func request(for notification: AlertNotification) -> MQTTRequest {
        MQTTRequest(
            url: options.server, topic: options.topic,
            payload: NotificationCoding.bytes(notification),
            login: Login(options.user, options.password))
    }
}

/// How an MQTT channel is set up.
public struct MQTTOptions: Sendable, Hashable {
    /// The broker, `mqtt://host:1883`.
    public var server: String
    public var topic: String
    public var user: Secret?
    public var password: Secret?

    public init(server: String, topic: String) {
        self.server = server
        self.topic = topic
    }
}
