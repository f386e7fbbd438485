import Threads

/// Takes webhooks on a port of this machine, for the demo: every POST is answered with 204.
public final class WebhookReceiver: Sendable {
    /// The received requests, in order; ends with ``stop()``.
    public let requests: AsyncStream<ReceivedRequest>
    private let continuation: AsyncStream<ReceivedRequest>.Continuation
    private let listener = Lock<HTTPListener?>(nil)

    public init() { (requests, continuation) = AsyncStream.makeStream() }

    /// Begins to listen on a free port of 127.0.0.1 and returns it.
    public func start() async throws(SandboxServerError) -> Int {
        let listener = try await HTTPListener(port: 0) { [continuation] request, exchange in
            guard request.method == "POST" else { return exchange.send(.reply(.empty(405))) }
            continuation.yield(ReceivedRequest(headers: request.headers, body: request.body))
            exchange.send(.reply(.empty(204)))
        }
        self.listener.withLock { $0 = listener }
        return listener.port
    }

    public func stop() async {
        let running = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        await running?.stop()
        continuation.finish()
    }
}

/// A request that a ``WebhookReceiver`` got.
public struct ReceivedRequest: Sendable {
    fileprivate let headers: [(name: String, value: String)]
    public let body: [UInt8]

    /// The first header of that name, in any letter case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}
