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
    /// Whether it waits while too many others are under way.
    ///
    /// A sender that limits itself says no: then a receiver that hangs holds up nobody else.
    public var isQueued: Bool

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

/// The answer to a request, whatever its status.
public struct HTTPResponse: Sendable {
    /// The status code; 404 and 503 are answers, not errors.
    public let status: Int
    /// The headers in the order received.
    public let headers: [HTTPHeader]
    /// The body as sent; nothing is decompressed.
    public let body: [UInt8]
    /// What the `Retry-After` header asks for, in either form, between nothing and seven days.
    public let retryAfter: Duration?

    /// The longest `Retry-After` that is believed.
    public static let longestRetryAfter = Duration.seconds(7 * 86_400)

    /// Makes a response; `retryAfter` is moved into the believed range.
    public init(
        status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], retryAfter: Duration? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.retryAfter = retryAfter.map { min(max($0, .zero), Self.longestRetryAfter) }
    }

    /// The value of the first header of that name, in any letter case.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}

/// One header field of a request or a response.
///
/// ```swift
/// HTTPHeader("Accept", "application/json")
/// ```
public struct HTTPHeader: Sendable, Hashable {
    /// The name as it is sent or was received; names compare without regard to case.
    public let name: String
    /// The value without surrounding blanks.
    public let value: String

    /// Makes a header; what must not be sent is refused by ``HTTPRequest/check()``.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this header is called `other`, in any letter case.
    public func isNamed(_ other: String) -> Bool {
        let left = name.utf8
        let right = other.utf8
        return left.count == right.count
            && zip(left, right).allSatisfy { Self.lowered($0) == Self.lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte + 32 : byte
    }
}

extension HTTPHeader {
    /// Refuses headers that cannot be sent.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` for the first of them.
    public static func check(_ headers: [HTTPHeader]) throws(TransportError) {
        for header in headers {
            guard header.isSendable else { throw .refusedHeader(header.printableName) }
        }
    }

    /// Whether the header can be sent without changing the shape of the message.
    var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy { Self.isTokenByte($0) } && hasPrintableValue
            && !Self.framing.contains { isNamed($0) }
    }

    /// Whether the value is free of control characters; a token has a thousand signs, so its bytes
    /// are looked at where they lie, and to the end in any case: then many are in one step.
    private var hasPrintableValue: Bool {
        var text = value
        return text.withUTF8 { bytes in bytes.reduce(0) { $0 | Self.control($1) } == 0 }
    }

    /// 1 for a control character other than a tab, without a branch.
    private static func control(_ byte: UInt8) -> UInt8 {
        (byte == 0x09 ? 0 : 1) & (byte < 0x20 ? 1 : 0) | (byte == 0x7f ? 1 : 0)
    }

    /// The name without what would disturb a terminal or a log, at most 64 letters.
    var printableName: String {
        String(decoding: name.utf8.filter(Self.isTokenByte).prefix(64), as: UTF8.self)
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
}

extension HTTPHeader {
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
