/// Headers that are sent with many requests: judged and put into libcurl's form once.
///
/// ```swift
/// let headers = try PreparedHeaders([HTTPHeader("Accept", "application/json")])
/// let request = HTTPRequest(url: "https://bank.example/accounts", headers: headers)
/// ```
public final class PreparedHeaders: Sendable {
    /// The headers, in the order in which they are sent.
    public let headers: [HTTPHeader]
    /// The same as libcurl takes them.
    let lines: CurlLines

    /// Judges the headers as ``HTTPRequest/check()`` does, and writes them out.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)``.
    public init(_ headers: [HTTPHeader]) throws(TransportError) {
        try HTTPHeader.check(headers)
        self.headers = headers
        lines = try CurlLines(headers.map(\.line))
    }
}

/// Values may be secret, so descriptions tell the names only.
extension PreparedHeaders: CustomStringConvertible, CustomReflectable {
    /// The names of the headers.
    public var description: String { headers.map(\.name).joined(separator: ", ") }

    /// Shows no children, so that `dump` stays silent too.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
