import CCurl

/// Sends requests and returns the responses.
///
/// Every implementation passes `HTTPTransportConformance` of the test support module:
/// - Each status is a response; redirects are returned, not followed.
/// - Cancelling the task ends the request at once with ``TransportError/cancelled``.
/// - A request that ``HTTPRequest/check()`` refuses is never sent.
public protocol HTTPTransport: Sendable {
    /// Sends `request` once.
    ///
    /// - Throws: ``TransportError``, without any part of the address beyond scheme and host.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// Why a request got no response.
///
/// None of the cases contains any part of an address, a header value or a body.
public enum TransportError: Error, Sendable, Equatable {
    case unreachable
    case timedOut
    case connectionLost
    /// No encrypted connection could be made; TLS 1.2 is the oldest supported version.
    case tls
    case untrustedCertificate
    /// A mail server offers no sign-in with a user name and a password.
    case noPasswordLogin
    case cancelled
    /// The body was longer than the request allows; the status had been read by then.
    case bodyTooLarge(status: Int)
    /// The answer had more or longer headers than any real server sends.
    case headersTooLarge
    case malformedResponse
    case refusedURL(URLRefusal)
    /// The header of that name must not be sent; control characters in the name are left out.
    case refusedHeader(String)
    case refusedMessage(String)
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
}

/// Why an address is never contacted.
public enum URLRefusal: String, Sendable, CustomStringConvertible {
    case malformed = "it is not a complete address such as https://host/path"
    case forbiddenCharacter = "it contains a blank or a control character"
    case scheme = "only https and, in the own network, http are spoken"
    case credentials = "it carries a user name or password"
    case plainTextOutsideOwnNetwork = "http is only spoken within the own network; use https"
    case plainMailOutsideOwnNetwork = """
        mail without encryption is only sent within the own network; remove "startTLS": false
        """
    case mqttOutsideOwnNetwork = "MQTT is not encrypted and only spoken within the own network"
    case forbiddenAddress = "it leads to a link-local, multicast or unspecified address"

    public var description: String { rawValue }
}

extension TransportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable: "the server cannot be reached"
        case .timedOut: "no complete answer in time"
        case .connectionLost: "the connection broke before the answer was complete"
        case .tls: "no encrypted connection (TLS 1.2 or newer) could be made"
        case .untrustedCertificate: "the server's certificate is not trusted"
        case .noPasswordLogin: "the server takes no user name and password"
        case .cancelled: "cancelled"
        case .bodyTooLarge(let status): "the answer (status \(status)) is too long"
        case .headersTooLarge: "the answer has too many or too long headers"
        case .malformedResponse: "the answer is not HTTP"
        case .refusedURL(let refusal): "the address is refused: \(refusal)"
        case .refusedHeader(let name): "the header '\(name)' must not be sent like this"
        case .refusedMessage(let part): "the \(part) must not be sent like this"
        case .closed: "the connection pool is closed"
        case .other(let code): "the transfer failed (libcurl code \(code))"
        }
    }
}

extension TransportError {
    /// The error for a result code of libcurl (libcurl-errors(3)).
    init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
                .unreachable
            case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: .timedOut
            case CURLE_HTTP2, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR,
                CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
                .connectionLost
            case CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED: .tls
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
                .untrustedCertificate
            case CURLE_LOGIN_DENIED: .noPasswordLogin
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
                // The scheme was checked before: the protocol not supported is the answer's.
                .malformedResponse
            case CURLE_URL_MALFORMAT: .refusedURL(.malformed)
            default: .other(code: Int(code.rawValue))
            }
    }
}
