import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves one page of figures on this machine: `http://127.0.0.1:PORT/metrics`.
///
/// Listens on 127.0.0.1 only and answers with one thread, which sleeps between requests.
///
/// ```swift
/// let server = MetricsServer(page: { "up 1\n" })
/// let port = try await server.start(port: 9090)
/// await server.stop()
/// ```
public actor MetricsServer {
    private let page: @Sendable () async -> String
    private var group: MultiThreadedEventLoopGroup?

    /// Makes a server that asks for the page anew with each request.
    public init(page: @escaping @Sendable () async -> String) {
        self.page = page
    }

    /// Begins to listen.
    ///
    /// - Parameter port: 1 to 65535, or 0 for any free one.
    /// - Returns: the port.
    public func start(port: Int) async throws(MetricsServerError) -> Int {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let channel = try await bootstrap(group).bind(host: "127.0.0.1", port: port).get()
            self.group = group
            return channel.localAddress?.port ?? port
        } catch {
            try? await group.shutdownGracefully()
            let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw isTaken ? .portTaken(port) : .cannotListen(port: port)
        }
    }

    /// Stops listening and closes all connections.
    public func stop() async {
        guard let group else { return }
        self.group = nil
        // Closes what is open on it; there is nobody to tell of a failure.
        try? await group.shutdownGracefully()
    }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [page] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                    try pipeline.addHandler(MetricsHandler(page: page))
                }
            }
    }
}
