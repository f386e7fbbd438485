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
