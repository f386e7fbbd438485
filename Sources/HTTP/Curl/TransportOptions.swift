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
    /// How many requests are under way at once; the others wait, and their time does not run.
    public var maximumRequests: Int
    /// How many of them go to one host and port.
    public var maximumRequestsPerHost: Int
    /// How many requests of one batch are under way at once, beside all others.
    public var maximumRequestsPerBatch: Int
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
        maximumRequestsPerBatch = 32
        connectTimeout = .seconds(10)
    }
}
