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
}
