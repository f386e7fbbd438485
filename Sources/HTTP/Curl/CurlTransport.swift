/// Sends requests through libcurl on one thread of its own.
///
/// The thread starts with the first request, sleeps without any wake-up while there is nothing to
/// do, and ends with ``close()`` or when the transport is released. Name look-ups use threads of
/// libcurl. Connections are reused. All requests of a program can share one transport.
public final class CurlTransport: HTTPTransport {
    private let commands: CommandQueue

    public init(options: TransportOptions = TransportOptions()) {
        commands = CommandQueue(options: options)
    }

    deinit { commands.close() }

    /// Ends every request under way with ``TransportError/closed``, and refuses later ones.
    ///
    /// May be called twice; returns at once.
    public func close() { commands.close() }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await answer(to: request.exchange())
    }

    private func answer(to exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        try await PendingRequest(exchange).answer(through: commands).get()
    }
}

/// A server that is slow to end a connection after a mail blocks the whole transport, so mails get
/// one of their own.
extension CurlTransport: MessageTransport {
    public func send(_ mail: MailRequest) async throws(TransportError) -> Int {
        try await answer(to: mail.exchange()).status
    }

    public func publish(_ message: MQTTRequest) async throws(TransportError) {
        _ = try await answer(to: message.exchange())
    }
}

/// The options of a ``CurlTransport``.
public struct TransportOptions: Sendable {
    /// The `User-Agent` header, unless a request has its own.
    public var userAgent: String
    /// The proxy for `https`, `http://host:port`; without one the environment's is ignored too.
    ///
    /// Plain `http` stays in the own network and never goes through the proxy.
    public var proxy: String?
    /// A file of trusted certificates in PEM form instead of the system's.
    public var trustedCertificates: String?
    /// How many queued requests may be under way at once; the time of the others does not run yet.
    public var maximumRequests: Int
    public var maximumRequestsPerHost: Int
    /// The part of a request's time that the connection may take.
    public var connectTimeout: Duration

    public init(
        userAgent: String = "saldovakt", proxy: String? = nil, trustedCertificates: String? = nil
    ) {
        self.userAgent = userAgent
        self.proxy = proxy
        self.trustedCertificates = trustedCertificates
        maximumRequests = 16
        maximumRequestsPerHost = 2
        connectTimeout = .seconds(10)
    }
}
