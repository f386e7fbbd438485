/// Why a request got no response.
///
/// None of the cases holds any part of an address, a header value or a body.
public enum TransportError: Error, Sendable, Equatable {
    /// The name could not be resolved or nobody listens there.
    case unreachable
    /// The answer was not complete within the request's time.
    case timedOut
    /// The connection ended before the answer was complete.
    case connectionLost
    /// No encrypted connection came about; TLS 1.2 is the oldest that is spoken.
    case tls
    /// The server's certificate is not trusted or names another host.
    case untrustedCertificate
    /// The task was cancelled.
    case cancelled
    /// The body was longer than the request allows; the status had been read by then.
    case bodyTooLarge(status: Int)
    /// The answer had more or longer headers than any honest server sends.
    case headersTooLarge
    /// What came back is not HTTP.
    case malformedResponse
    /// The address is one that is never contacted.
    case refusedURL(URLRefusal)
    /// The header of that name must not be sent; control characters in the name are left out.
    case refusedHeader(String)
    /// A part of a mail or message, named in words, must not be sent like this.
    case refusedMessage(String)
    /// The transport was closed.
    case closed
    /// Any other failure, with libcurl's number for it.
    case other(code: Int)

    /// Whether the same request may succeed a little later.
    public var isRetryable: Bool {
        switch self {
        case .unreachable, .timedOut, .connectionLost, .tls: true
        default: false
        }
    }

    /// Whether the server may have acted on the request although no response came back.
    public var wasPossiblyDelivered: Bool {
        switch self {
        case .timedOut, .connectionLost, .cancelled, .bodyTooLarge, .headersTooLarge,
            .malformedResponse, .closed, .other:
            true
        case .unreachable, .tls, .untrustedCertificate, .refusedURL, .refusedHeader,
            .refusedMessage:
            false
        }
    }
}
