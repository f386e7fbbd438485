import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Threads

/// Serves one page of figures on this machine: `http://127.0.0.1:PORT/metrics`.
///
/// Listens on 127.0.0.1 only and answers with one thread, which sleeps between requests.
public actor MetricsServer {
    /// The most connections at once, so that idle ones can't take all of the process's file
    /// descriptors; more are closed as they come.
    static let mostConnections = 32

    private let page: @Sendable () async -> String
    private let timeout: TimeAmount
    private let connections = Lock(0)
    private var group: MultiThreadedEventLoopGroup?

    /// - Parameters:
    ///   - timeout: after which a connection is closed, whatever came.
    ///   - page: is asked with each request.
    public init(
        timeout: Duration = .seconds(10), page: @escaping @Sendable () async -> String
    ) {
        self.page = page
        self.timeout = TimeAmount(timeout)
    }

    /// Begins to listen on a port, or on any free one for 0; returns the port.
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
            .childChannelInitializer { [page, timeout, connections] channel in
                channel.closeFuture.whenComplete { _ in connections.withLock { $0 -= 1 } }
                let count = connections.withLock { count in
                    count += 1
                    return count
                }
                guard count <= Self.mostConnections else { return channel.close() }
                channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                    try pipeline.addHandler(MetricsHandler(page: page))
                }
            }
    }
}

/// Why the metrics page can't be served.
public enum MetricsServerError: Error, Sendable, Hashable {
    case portTaken(Int)
    case cannotListen(port: Int)
}

/// Answers the requests of one connection; each connection gets one answer.
///
/// Not `Sendable`: it lives on the event loop of its connection.
final class MetricsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let page: @Sendable () async -> String
    private var head: HTTPRequestHead?

    init(page: @escaping @Sendable () async -> String) {
        self.page = page
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head = head.take() else { return }
            answer(head, on: context.channel)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, on channel: any Channel) {
        let status = Self.status(for: head)
        guard status == .ok else {
            return Self.send(status, "\(status.code) \(status.reasonPhrase)\n", on: channel)
        }
        let isHead = head.method == .HEAD
        channel.eventLoop.makeFutureWithTask { [page] in await page() }.whenSuccess { text in
            Self.send(.ok, text, isHead: isHead, on: channel)
        }
    }

    /// What a request deserves.
    ///
    /// The name of the host is looked at, so that no web page in a browser on this machine can read
    /// the figures under a name of its own.
    static func status(for head: HTTPRequestHead) -> HTTPResponseStatus {
        let host = head.headers.first(name: "host")?.prefix { $0 != ":" }.lowercased()
        guard host == "127.0.0.1" || host == "localhost" else { return .misdirectedRequest }
        guard head.uri.prefix(while: { $0 != "?" }) == "/metrics" else { return .notFound }
        return head.method == .GET || head.method == .HEAD ? .ok : .methodNotAllowed
    }

    private static func send(
        _ status: HTTPResponseStatus, _ text: String, isHead: Bool = false,
        on channel: any Channel
    ) {
        let body = ByteBuffer(string: text)
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
            "Content-Length": String(body.readableBytes), "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        let parts: [HTTPServerResponsePart] =
            [.head(head)] + (isHead ? [] : [.body(.byteBuffer(body))]) + [.end(nil)]
        for part in parts {
            channel.pipeline.syncOperations.write(NIOAny(part), promise: nil)
        }
        channel.flush()
        channel.close(promise: nil)
    }
}

/// One measured quantity with its samples, in the text format that Prometheus reads.
///
/// Format 0.0.4, https://prometheus.io/docs/instrumenting/exposition_formats/ (read 2026-09).
///
/// ```swift
/// MetricFamily("polls_total", .counter, "Polls.", [MetricSample(3, ["source": "sbanken"])]).text
/// // # HELP polls_total Polls.
/// // # TYPE polls_total counter
/// // polls_total{source="sbanken"} 3
/// ```
public struct MetricFamily: Sendable {
    public enum Kind: String, Sendable {
        case counter
        case gauge
    }

    /// The lines of the family, each ended by a line feed.
    public let text: String

    /// Makes a family; one without samples is not shown.
    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [MetricSample]) {
        let head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        text = samples.isEmpty ? "" : head + samples.map { "\(name)\($0.text)\n" }.joined()
    }
}

/// One figure of a family, distinguished from its siblings by labels.
public struct MetricSample: Sendable {
    let text: String

    public init(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        self.init(String(value), labels)
    }

    /// Milliseconds, shown as seconds: the unit that names ending in `_seconds` promise.
    public init(milliseconds: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        let rest = String(milliseconds.magnitude % 1_000)
        let padded = String(repeating: "0", count: 3 - rest.count) + rest
        let sign = milliseconds < 0 ? "-" : ""
        self.init("\(sign)\(milliseconds.magnitude / 1_000).\(padded)", labels)
    }

    private init(_ value: String, _ labels: KeyValuePairs<String, String>) {
        let pairs = labels.map { name, value in
            let escaped = value.unicodeScalars.map {
                $0 == "\n" ? "\\n" : $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)"
            }
            return "\(name)=\"\(escaped.joined())\""
        }
        text = pairs.isEmpty ? " \(value)" : "{\(pairs.joined(separator: ","))} \(value)"
    }
}
