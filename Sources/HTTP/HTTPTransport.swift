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
