/// A request to be sent once.
///
/// ## Units
/// - `timeout` counts from the moment the request leaves the queue to the last byte of the answer.
/// - `maximumBodyBytes` limits the answer's body; 8 MiB unless said otherwise.
///
/// ```swift
/// HTTPRequest(method: .post, url: "https://hooks.example/x", body: Array("{}".utf8))
/// ```
public struct HTTPRequest: Sendable {
    /// The methods that banks and channels need.
    public enum Method: String, Sendable {
        /// Asks for something; a body is not sent.
        case get = "GET"
        /// Hands something over.
        case post = "POST"
        /// Puts something under a name, so that sending twice is sending once.
        case put = "PUT"
    }

    /// What is asked of the resource.
    public var method: Method
    /// The absolute address, `https://…`; it may hold secrets and appears in no error.
    public var url: String
    /// The headers beside those the transport writes itself.
    public var headers: [HTTPHeader]
    /// The body of a POST or PUT.
    public var body: [UInt8]?
    /// The time the whole exchange may take, without waiting in the queue.
    public var timeout: Duration
    /// The size from which on the answer's body is refused.
    public var maximumBodyBytes: Int

    /// Makes a request; nothing is checked before ``check()`` or sending.
    public init(
        method: Method = .get, url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        timeout: Duration = .seconds(15), maximumBodyBytes: Int = 8 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumBodyBytes = maximumBodyBytes
    }
}

extension HTTPRequest {
    /// Refuses what must never be sent, before anything is sent.
    ///
    /// Addresses: only `https` and `http`, no user name or password in them, no blanks or control
    /// characters. Where `http` may lead is judged when the connection is made, on the address
    /// really used. Headers: names of letters, digits and a few signs (RFC 9110, section 5.1),
    /// values without control characters, none of those that frame the message.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedHeader(_:)``.
    public func check() throws(TransportError) {
        _ = try target()
    }

    /// Where the request goes, if it may be sent.
    func target() throws(TransportError) -> HTTPTarget {
        let target = try HTTPTarget(url: url, schemes: ["https", "http"])
        try HTTPHeader.check(headers)
        return target
    }
}
