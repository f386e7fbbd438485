import NIOCore
import NIOPosix
import Threads

/// Takes webhooks on a port of this machine, for the demo: every POST is answered with 204.
///
/// ```swift
/// let receiver = WebhookReceiver()
/// let port = try await receiver.start()
/// for await request in receiver.requests { … }
/// ```
public final class WebhookReceiver: Sendable {
    /// What came in, in order; ends with ``stop()``.
    public let requests: AsyncStream<ReceivedRequest>
    private let continuation: AsyncStream<ReceivedRequest>.Continuation
    private let group = Lock<MultiThreadedEventLoopGroup?>(nil)

    /// Makes a receiver; nothing listens before ``start()``.
    public init() {
        (requests, continuation) = AsyncStream.makeStream()
    }

    /// Begins to listen on a free port of 127.0.0.1.
    ///
    /// - Returns: the port.
    /// - Throws: ``SandboxServerError/cannotListen(port:)``.
    public func start() async throws(SandboxServerError) -> Int {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let channel = try await ReceiverSink(continuation).listen(on: 0, group)
            self.group.withLock { $0 = group }
            return channel.localAddress?.port ?? 0
        } catch {
            try? await group.shutdownGracefully()
            throw .cannotListen(port: 0)
        }
    }

    /// Stops listening and ends ``requests``.
    public func stop() async {
        let running = group.withLock { group in
            defer { group = nil }
            return group
        }
        try? await running?.shutdownGracefully()
        continuation.finish()
    }
}

/// Notes every POST and confirms it.
private struct ReceiverSink: RequestSink {
    private let continuation: AsyncStream<ReceivedRequest>.Continuation

    init(_ continuation: AsyncStream<ReceivedRequest>.Continuation) {
        self.continuation = continuation
    }

    func receive(_ request: WireRequest, on exchange: Exchange) {
        guard request.method == "POST" else { return exchange.send(.reply(.empty(405))) }
        continuation.yield(ReceivedRequest(request))
        exchange.send(.reply(.empty(204)))
    }

    func forget(_ channel: any Channel) {}
}

/// A request that a ``WebhookReceiver`` got.
public struct ReceivedRequest: Sendable {
    private let headers: [(name: String, value: String)]
    public let body: [UInt8]

    init(_ request: WireRequest) {
        headers = request.headers
        body = request.body
    }

    /// The first header of that name, in any letter case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}
