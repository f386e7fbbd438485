import NIOCore
import NIOHTTP1
import NIOPosix
import Threads

/// The answer of a ``LoopbackServer``.
public struct LoopbackAnswer: Sendable {
    let contentType: String
    let text: String
    let isRefusal: Bool
    /// Called when it was written, or could not be.
    let whenSent: @Sendable () -> Void

    /// - Parameters:
    ///   - contentType: `text/html; charset=utf-8`.
    ///   - isRefusal: whether the request is refused as a bad one.
    public init(
        _ text: String, contentType: String, isRefusal: Bool = false,
        whenSent: @escaping @Sendable () -> Void = {}
    ) {
        self.text = text
        self.contentType = contentType
        self.isRefusal = isRefusal
        self.whenSent = whenSent
    }
}

/// Why nothing can be served on a port.
public enum LoopbackServerError: Error, Sendable, Hashable {
    case portTaken(Int)
    case cannotListen(port: Int)
}

/// Serves pages to programs on this machine: `http://127.0.0.1:PORT/…`.
///
/// Listens on loopback only and answers with one thread, which sleeps between requests.
public actor LoopbackServer {
    /// The most connections at once, so that idle ones can't use all of the process's file
    /// descriptors; further ones are closed at once.
    static let mostConnections = 32

    private let page: @Sendable (String) async -> LoopbackAnswer?
    private let timeout: TimeAmount
    private let answersHead: Bool
    private let connections = Lock(0)
    private var group: MultiThreadedEventLoopGroup?

    /// - Parameters:
    ///   - timeout: after which a connection is closed, in any case.
    ///   - answersHead: whether a request for the head of a page is one for the page.
    ///   - page: returns the page of a request's path and query; `nil` if there is none.
    public init(
        timeout: Duration = .seconds(10), answersHead: Bool = true,
        page: @escaping @Sendable (String) async -> LoopbackAnswer?
    ) {
        self.page = page
        self.answersHead = answersHead
        self.timeout = TimeAmount(timeout)
    }

    /// Begins to listen on a port, or on any free one for 0; returns the port.
    ///
    /// It listens on IPv6 too if the machine has it, because a browser may try that first for
    /// `localhost`.
    @discardableResult
    public func start(port: Int) async throws(LoopbackServerError) -> Int {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let channel = try await bootstrap(group).bind(host: "127.0.0.1", port: port).get()
            self.group = group
            let port = channel.localAddress?.port ?? port
            _ = try? await bootstrap(group).bind(host: "::1", port: port).get()
            return port
        } catch {
            try? await group.shutdownGracefully()
            let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw isTaken ? .portTaken(port) : .cannotListen(port: port)
        }
    }

    public func stop() async {
        guard let group else { return }
        self.group = nil
        // Closes the open connections; a failure changes nothing.
        try? await group.shutdownGracefully()
    }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1).childChannelInitializer {
                [page, answersHead, timeout, connections] channel in
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
                    try pipeline.addHandler(
                        LoopbackHandler(answersHead: answersHead, page: page))
                }
            }
    }
}

/// Answers the requests of one connection; each connection gets one answer.
///
/// It is not `Sendable`: it stays on the event loop of its connection.
final class LoopbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answersHead: Bool
    private let page: @Sendable (String) async -> LoopbackAnswer?
    private var head: HTTPRequestHead?

    init(answersHead: Bool, page: @escaping @Sendable (String) async -> LoopbackAnswer?) {
        self.answersHead = answersHead
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
        if let refusal = Self.refusal(of: head, answersHead: answersHead) {
            return Self.send(refusal, nil, on: channel)
        }
        let isHead = head.method == .HEAD
        channel.eventLoop.makeFutureWithTask { [page] in await page(head.uri) }.whenSuccess {
            let status: HTTPResponseStatus =
                $0.map { $0.isRefusal ? .badRequest : .ok } ?? .notFound
            Self.send(status, $0, isHead: isHead, on: channel)
        }
    }

    /// The status of a refused request; `nil` if it is accepted.
    ///
    /// The host name is checked, so that a web page in a browser on this machine can't read
    /// anything under a name of its own.
    static func refusal(
        of head: HTTPRequestHead, answersHead: Bool
    ) -> HTTPResponseStatus? {
        let host = head.headers.first(name: "host")?.lowercased() ?? ""
        let isLocal =
            ["127.0.0.1", "localhost"].contains(host.prefix { $0 != ":" })
            || host.hasPrefix("[::1]")
        guard isLocal else { return .misdirectedRequest }
        return head.method == .GET || (answersHead && head.method == .HEAD)
            ? nil : .methodNotAllowed
    }

    private static func send(
        _ status: HTTPResponseStatus, _ answer: LoopbackAnswer?, isHead: Bool = false,
        on channel: any Channel
    ) {
        let body = ByteBuffer(string: answer?.text ?? "\(status.code) \(status.reasonPhrase)\n")
        let headers: HTTPHeaders = [
            "Content-Type": answer?.contentType ?? "text/plain; charset=utf-8",
            "Content-Length": String(body.readableBytes), "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        let parts: [HTTPServerResponsePart] =
            [.head(head)] + (isHead ? [] : [.body(.byteBuffer(body))]) + [.end(nil)]
        let sent = channel.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in
            answer?.whenSent()
            channel.close(promise: nil)
        }
        for part in parts.dropLast() {
            channel.pipeline.syncOperations.write(NIOAny(part), promise: nil)
        }
        channel.pipeline.syncOperations.writeAndFlush(NIOAny(parts[parts.count - 1]), promise: sent)
    }
}

/// Waits on this machine for a browser that a bank sends back after a sign-in.
public struct RedirectReceiver: Sendable {
    private let server: LoopbackServer
    private let target = OneAnswer<String?>()

    /// Makes a receiver for one path, such as `/callback`; other paths do not exist.
    ///
    /// - Parameter isAwaited: whether the path and the query of a request belong to this sign-in; the
    ///   page says so if they do not. Either way the request ends the waiting.
    public init(path: String, isAwaited: @escaping @Sendable (String) -> Bool) {
        // Not HEAD: programs that look at addresses before a person opens them would use it up.
        server = LoopbackServer(answersHead: false) { [target] asked in
            guard asked.prefix(while: { $0 != "?" }) == path else { return nil }
            let isOwn = isAwaited(asked)
            return LoopbackAnswer(
                Self.page(isOwn ? Self.answered : Self.foreign),
                contentType: "text/html; charset=utf-8", isRefusal: !isOwn
            ) { target.give(asked) }
        }
    }

    /// Begins to listen.
    @discardableResult
    public func start(port: Int) async throws(LoopbackServerError) -> Int {
        try await server.start(port: port)
    }

    /// Returns the path and the query of the first request for the path, and stops listening;
    /// `nil` if none has come within `limit`.
    public func answer(within limit: Duration) async -> String? {
        let end = Task { [target] in
            do { try await Task.sleep(for: limit) } catch { return }
            target.give(nil)
        }
        let answer = await target.value()
        end.cancel()
        await server.stop()
        return answer
    }

    private static let answered =
        "The bank has answered. Go back to the terminal; this page can be closed."
    private static let foreign = """
        This answer belongs to another sign-in and was not used. The terminal says how to begin \
        again.
        """

    private static func page(_ words: String) -> String {
        """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>saldovakt</title>
        <meta name="referrer" content="no-referrer"></head>
        <body><p>\(words)</p></body>
        </html>
        """
    }
}
