/// Sends requests and returns what was answered.
///
/// Every implementation passes `HTTPTransportConformance` of the test support module:
/// - Each status is a response; redirects are returned, not followed.
/// - Cancelling the task ends the request at once with ``TransportError/cancelled``.
/// - What ``HTTPRequest/check()`` refuses is never sent.
public protocol HTTPTransport: Sendable {
    /// Sends `request` once.
    ///
    /// - Throws: ``TransportError``, without any part of the address beyond scheme and host.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Sends many requests, as many at the same time as the transport lets through.
    ///
    /// - Returns: what became of each request, in their order; `nil` for those that were not begun
    ///   because the batch or the task ended.
    func send(_ batch: RequestBatch) async -> [Result<HTTPResponse, TransportError>?]
}

extension HTTPTransport {
    /// Sends one after the other; a transport that has connections to share does better.
    public func send(_ batch: RequestBatch) async -> [Result<HTTPResponse, TransportError>?] {
        var results: [Result<HTTPResponse, TransportError>?] = []
        while results.count < batch.count, !Task.isCancelled {
            let result = await result(of: batch.request(results.count))
            results.append(result)
            guard batch.goesOn(result) else { break }
        }
        return results + Array(repeating: nil, count: batch.count - results.count)
    }

    private func result(of request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}

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
