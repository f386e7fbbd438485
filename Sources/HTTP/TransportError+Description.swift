extension TransportError: CustomStringConvertible {
    /// What happened, for people, with nothing of the request in it.
    public var description: String {
        switch self {
        case .unreachable: "the server cannot be reached"
        case .timedOut: "no complete answer in time"
        case .connectionLost: "the connection broke before the answer was complete"
        case .tls: "no encrypted connection (TLS 1.2 or newer) could be made"
        case .untrustedCertificate: "the server's certificate is not trusted"
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

extension URLRefusal: CustomStringConvertible {
    /// What is wrong with the address, for people, without repeating it.
    public var description: String {
        switch self {
        case .malformed: "it is not a complete address such as https://host/path"
        case .forbiddenCharacter: "it contains a blank or a control character"
        case .scheme: "only https and, in the own network, http are spoken"
        case .credentials: "it carries a user name or password"
        case .plainTextOutsideOwnNetwork: "http is only spoken within the own network; use https"
        case .forbiddenAddress: "it leads to a link-local, multicast or unspecified address"
        }
    }
}
