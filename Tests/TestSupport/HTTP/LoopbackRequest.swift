public import HTTP

/// A request as a ``LoopbackServer`` received it.
public struct LoopbackRequest: Sendable {
    /// The method in capitals, such as `GET`.
    public let method: String
    /// Path and query, from the request line.
    public let path: String
    /// The headers in the order received.
    public let headers: [HTTPHeader]
    /// The body, as long as `Content-Length` says.
    public let body: [UInt8]
    /// Which connection it came over, counted from 1.
    public let connection: Int

    /// Makes a request, for fakes that play a server without sockets.
    public init(
        method: String, path: String, headers: [HTTPHeader], body: [UInt8], connection: Int
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.connection = connection
    }

    /// The value of the first header of that name, in any letter case.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }

    /// Request line, headers, blank line and body, as ``LoopbackAnswer/echo`` sends them back.
    public var echo: [UInt8] {
        let lines = headers.map { "\($0.name): \($0.value)\n" }.joined()
        return Array("\(method) \(path)\n\(lines)\n".utf8) + body
    }
}
