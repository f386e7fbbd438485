/// Requests that are sent together, each made at the moment at which it is sent.
///
/// ```swift
/// let batch = RequestBatch(count: bodies.count) { number in
///     HTTPRequest(method: .post, url: url, body: bodies[number])
/// }
/// let results = await transport.send(batch)
/// ```
public struct RequestBatch: Sendable {
    /// How many requests.
    public let count: Int
    /// Makes the request of a number, on any thread; each number is asked for once at most.
    public let request: @Sendable (Int) -> HTTPRequest
    /// Looks at an end, on any thread, and says whether more requests are to be begun.
    public let goesOn: @Sendable (Result<HTTPResponse, TransportError>) -> Bool

    /// Makes a batch, which goes on whatever happens unless `goesOn` says otherwise.
    public init(
        count: Int,
        goesOn: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Bool = { _ in true },
        request: @escaping @Sendable (Int) -> HTTPRequest
    ) {
        self.count = count
        self.goesOn = goesOn
        self.request = request
    }
}
