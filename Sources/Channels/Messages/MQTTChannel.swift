public import Alerts
public import HTTP

/// Publishes each notification, as JSON, on one topic of a broker in the own network.
///
/// Nothing is confirmed: "delivered" means that the bytes were written to a broker that accepted
/// the connection. Nothing is retained. A channel for important alerts should not be the only one.
public struct MQTTChannel: Channel {
    public let name: String
    private let request: MQTTRequest
    private let transport: any MessageTransport
    private let problems: TransportProblems

    /// Makes the channel; nothing is sent yet.
    ///
    /// - Parameter request: broker, topic and login.
    /// - Throws: ``ChannelSettingsError`` if nothing can be sent with them.
    public init(
        name: String, request: MQTTRequest, transport: any MessageTransport
    ) throws(ChannelSettingsError) {
        self.name = name
        self.request = request
        self.transport = transport
        problems = TransportProblems(host: HostName.of(request.url) ?? "the broker")
        do { try request.check() } catch { throw .refused(error) }
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        var request = request
        request.payload = NotificationCoding.bytes(notification)
        do {
            try await transport.publish(request)
            return .delivered
        } catch .malformedResponse {
            // libcurl says nothing more about a connection that the broker refuses.
            return .retry(
                .auth, "\(problems.host) did not take the connection",
                fix: "check user and password of the channel", after: TransportProblems.holdTime)
        } catch { return problems.outcome(error) }
    }
}
