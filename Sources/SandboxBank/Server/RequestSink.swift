import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers the requests of a listening port.
///
/// Called on the event loop of the connection; must return at once.
protocol RequestSink: Sendable {
    /// Answers a request on its connection, or keeps it.
    func receive(_ request: WireRequest, on exchange: Exchange)

    /// Forgets what hangs on a connection that is gone.
    func forget(_ channel: any Channel)
}

extension ServerCore: RequestSink {}

extension RequestSink {
    /// Listens on 127.0.0.1 and hands every request to this sink.
    func listen(
        on port: Int, _ group: MultiThreadedEventLoopGroup
    ) async throws -> any Channel {
        try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Without it a kept-alive answer waits 40 ms for the acknowledgement of the last one.
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                    try pipeline.addHandler(RequestHandler(self))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }
}
