/// A request to be sent once.
public struct HTTPRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        /// Stores something under a name, so that sending it twice has no further effect.
        case put = "PUT"
        case delete = "DELETE"
    }

    public var method: Method
    /// The absolute address; it may contain secrets and appears in no error.
    public var url: String
    /// The headers beside those that the transport writes itself.
    public var headers: [HTTPHeader]
    public var body: [UInt8]?
    /// The time from leaving the queue to the last byte of the answer.
    public var timeout: Duration
    public var maximumBodyBytes: Int
    /// Whether it waits while too many others are under way.
    ///
    /// A sender that limits itself sets it to false: then a hanging receiver delays no other
    /// sender.
    public var isQueued: Bool
    /// Whether it uses a new connection, because sending it twice would use something up.
    ///
    /// On a kept connection that the server ends meanwhile, libcurl repeats a request that got no
    /// answer, although the server may have acted on it.
    public var isSentOnce = false

    public init(
        method: Method = .get, url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        timeout: Duration = .seconds(15), maximumBodyBytes: Int = 8 << 20, isQueued: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumBodyBytes = maximumBodyBytes
        self.isQueued = isQueued
    }

    /// Throws for a request that must never be sent.
    ///
    /// - Addresses: only `https` and `http`, without user name or password, spaces or control
    ///   characters. Where `http` may connect to is decided when the connection is made, on the
    ///   address really used.
    /// - Headers: names of letters, digits and a few signs (RFC 9110, section 5.1), values without
    ///   control characters, none of those that frame the message.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedHeader(_:)``.
    public func check() throws(TransportError) { _ = try exchange() }

    /// Returns the checked exchange for libcurl.
    func exchange() throws(TransportError) -> Exchange {
        let target = try HTTPTarget(url: url)
        try HTTPHeader.check(headers)
        var exchange = Exchange(
            target: target, timeout: timeout, isPlainText: target.scheme == "http"
        ) { (profile) throws(TransportError) in try profile.apply(self) }
        exchange.isQueued = isQueued
        exchange.maximumBodyBytes = max(0, maximumBodyBytes)
        return exchange
    }
}

/// The answer to a request, whatever its status.
public struct HTTPResponse: Sendable {
    public let status: Int
    public let headers: [HTTPHeader]
    /// The body as sent; nothing is decompressed.
    public let body: [UInt8]
    /// The wait that the `Retry-After` header asks for, in either form, at most seven days.
    ///
    /// `nil` if it is absent, unreadable or zero.
    public let retryAfter: Duration?

    /// The longest `Retry-After` that is accepted.
    public static let longestRetryAfter = Duration.seconds(7 * 86_400)

    /// Makes a response; `retryAfter` is limited to the accepted range.
    public init(
        status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], retryAfter: Duration? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.retryAfter = retryAfter.map { min(max($0, .zero), Self.longestRetryAfter) }
    }

    public func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}

/// One header field of a request or a response.
public struct HTTPHeader: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    public func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

    /// Throws for headers that can't be sent.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` for the first of them.
    public static func check(_ headers: [HTTPHeader]) throws(TransportError) {
        for header in headers where !header.isSendable {
            // Without characters that would disturb a terminal or a log.
            let name = header.name.utf8.filter(isTokenByte).prefix(64)
            throw .refusedHeader(String(decoding: name, as: UTF8.self))
        }
    }

    /// Whether the header can be sent without changing the shape of the message.
    private var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
            && !Self.framing.contains { isNamed($0) }
    }

    /// Headers that only the transport may write, because the two sides must agree on them.
    private static let framing = [
        "Content-Length", "Transfer-Encoding", "Host", "Expect", "Connection", "Upgrade", "Trailer",
        "TE",
    ]

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
        default: false
        }
    }

    /// Reads `Name: value` with its line end; `nil` for a status line or the empty last line.
    init?(line bytes: UnsafeRawBufferPointer) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = bytes[..<colon]
        guard !name.contains(where: { $0 <= 0x20 || $0 == 0x2f }) else { return nil }
        let value = bytes[(colon + 1)...].drop(while: Self.isBlank)
        let end = value.lastIndex { !Self.isBlank($0) }
        let trimmed = end.map { value[value.startIndex...$0] }
        self.init(
            String(decoding: name, as: UTF8.self),
            trimmed.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
    }
}

/// Encodes texts for addresses and forms.
package enum URLText {
    /// Encodes one part of a path or one value of a query.
    ///
    /// Everything but unreserved characters (RFC 3986, section 2.3) is encoded, slashes too unless
    /// they are kept.
    package static func encoded(_ text: String, keepsSlashes: Bool = false) -> String {
        var result = String.UnicodeScalarView()
        for byte in text.utf8 {
            if isUnreserved(byte) || (keepsSlashes && byte == UInt8(ascii: "/")) {
                result.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                result.append(contentsOf: ("%" + (byte < 16 ? "0" : "") + hex).unicodeScalars)
            }
        }
        return String(result)
    }

    /// A form's body (`application/x-www-form-urlencoded`).
    package static func form(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&").utf8)
    }

    /// Adds a value to the query of an address; the rest stays byte for byte.
    package static func adding(_ name: String, _ value: String, to url: String) -> String {
        url + (url.contains("?") ? "&" : "?") + "\(encoded(name))=\(encoded(value))"
    }

    /// A server's address and a path on it, whether or not the address ends in a slash.
    package static func join(_ server: String, _ path: String) -> String {
        let end = server.lastIndex { $0 != "/" }
        return (end.map { String(server[...$0]) } ?? "") + path
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
