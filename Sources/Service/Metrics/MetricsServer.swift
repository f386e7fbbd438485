import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Threads

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
    /// The most connections at once; more are closed as they come.
    static let mostConnections = 32

    private let page: @Sendable () async -> String
    private let timeout: TimeAmount
    private let open = OpenConnections(limit: MetricsServer.mostConnections)
    private var group: MultiThreadedEventLoopGroup?

    /// Makes a server that asks for the page with each request.
    public init(page: @escaping @Sendable () async -> String) {
        self.init(timeout: .seconds(10), page: page)
    }

    /// Makes a server that closes a connection after that time, whatever came.
    init(timeout: TimeAmount, page: @escaping @Sendable () async -> String) {
        self.page = page
        self.timeout = timeout
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
        // Closes what is open on it; a failure changes nothing.
        try? await group.shutdownGracefully()
    }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [page, timeout, open] channel in
                guard open.enter() else { return channel.close() }
                channel.closeFuture.whenComplete { _ in open.leave() }
                channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                    try pipeline.addHandler(MetricsHandler(page: page))
                }
            }
    }
}

/// Counts connections, so that idle ones can't take all of the process's file descriptors.
private final class OpenConnections: Sendable {
    private let limit: Int
    private let count = Lock(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts one more; false if there are enough.
    func enter() -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func leave() {
        count.withLock { $0 -= 1 }
    }
}

/// Why the metrics page can't be served.
public enum MetricsServerError: Error, Sendable, Hashable {
    /// Another program listens on the port.
    case portTaken(Int)
    /// The system does not let the program listen there.
    case cannotListen(port: Int)
}
