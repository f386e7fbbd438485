/// Sends requests through libcurl on one thread of its own.
///
/// The thread starts with the first request, sleeps without any wake-up while there is nothing to
/// do, and ends with ``close()`` or when the transport is released. Name look-ups have threads of
/// libcurl's. Connections are kept and used again. All requests of a program can share one transport.
///
/// ```swift
/// let transport = CurlTransport(options: TransportOptions(userAgent: "saldovakt/1.0"))
/// let response = try await transport.send(HTTPRequest(url: "https://bank.example/accounts"))
/// ```
public final class CurlTransport: HTTPTransport {
    private let commands: CommandQueue

    /// Makes a transport; nothing happens before the first request.
    public init(options: TransportOptions = TransportOptions()) {
        commands = CommandQueue(options: options)
    }

    deinit {
        commands.close()
    }

    /// Ends every request under way with ``TransportError/closed``, and refuses later ones.
    ///
    /// May be called twice; returns at once.
    public func close() {
        commands.close()
    }

    /// Sends `request` once; one that is queued waits while too many others are under way.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await answer(to: PendingRequest(.http(request), to: request.target())).get()
    }

    private func answer(to request: PendingRequest) async -> PendingRequest.Answer {
        await request.answer(through: commands)
    }
}

/// A server that is slow to say goodbye after a mail holds up everything else of the transport, so
/// mails get one of their own.
extension CurlTransport: MessageTransport {
    /// Hands over a mail once.
    public func send(_ mail: MailRequest) async throws(TransportError) -> MailReply {
        let request = PendingRequest(.mail(mail), to: try mail.target())
        return MailReply(code: try await answer(to: request).get().status)
    }

    /// Publishes a message once.
    public func publish(_ message: MQTTRequest) async throws(TransportError) {
        let request = PendingRequest(.mqtt(message), to: try message.target())
        _ = try await answer(to: request).get()
    }
}

/// What a ``CurlTransport`` is set up with.
public struct TransportOptions: Sendable {
    /// What the `User-Agent` header says; a request's own one wins.
    public var userAgent: String
    /// The proxy for `https`, `http://host:port`; without one the environment's is ignored too.
    ///
    /// Plain `http` stays in the own network and never goes through the proxy.
    public var proxy: String?
    /// A file of trusted certificates in PEM form instead of the system's.
    public var trustedCertificates: String?
    /// How many queued requests are under way at once; the others wait, and their time does not run.
    public var maximumRequests: Int
    /// How many of them go to one host and port.
    public var maximumRequestsPerHost: Int
    /// The part of a request's time that the connection may take.
    public var connectTimeout: Duration

    /// Makes the options; the defaults suit a bank and a few dozen receivers.
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
