import NIOCore
import NIOHTTP1
import NIOPosix
import Threads

/// A port of 127.0.0.1 on which one thread takes requests.
final class HTTPListener: Sendable {
    /// Called on the event loop of the connection; must return at once.
    typealias Receiver = @Sendable (WireRequest, Exchange) -> Void

    let port: Int
    let loop: any EventLoop
    private let group: MultiThreadedEventLoopGroup

    /// Begins to listen, 0 on any free port; `forget` is called when a connection has ended.
    init(
        port: Int, forget: @escaping @Sendable (any Channel) -> Void = { _ in },
        receive: @escaping Receiver
    ) async throws(SandboxServerError) {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let channel = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                // Without it a kept-alive answer waits 40 ms for the acknowledgement of the last one.
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                        try pipeline.addHandler(RequestHandler(receive: receive, forget: forget))
                    }
                }
                .bind(host: "127.0.0.1", port: port).get()
            self.port = channel.localAddress?.port ?? port
            loop = channel.eventLoop
        } catch {
            try? await group.shutdownGracefully()
            let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw isTaken ? .portTaken(port) : .cannotListen(port: port)
        }
    }

    func stop() async {
        // Nobody could act on a failure.
        try? await group.shutdownGracefully()
    }
}

/// Assembles the parts of a request.
///
/// It is not `Sendable`: it stays on the event loop of its connection.
private final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Most bytes of a body; the requests of this interface are tiny.
    private static let largestBody = 1 << 20

    private let receive: HTTPListener.Receiver
    private let forget: @Sendable (any Channel) -> Void
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLarge = false

    init(
        receive: @escaping HTTPListener.Receiver, forget: @escaping @Sendable (any Channel) -> Void
    ) {
        self.receive = receive
        self.forget = forget
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            isTooLarge = false
            if head.headers[canonicalForm: "expect"].contains("100-continue") {
                let head = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
            }
        case .body(let buffer):
            isTooLarge = isTooLarge || body.count + buffer.readableBytes > Self.largestBody
            if !isTooLarge { body.append(contentsOf: buffer.readableBytesView) }
        case .end: complete(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget(context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func complete(_ context: ChannelHandlerContext) {
        guard let head else { return }
        self.head = nil
        let exchange = Exchange(
            channel: context.channel, keepsAlive: head.isKeepAlive && !isTooLarge)
        guard !isTooLarge else { return exchange.send(.reply(.empty(413))) }
        let request = WireRequest(
            method: head.method.rawValue, target: head.uri,
            headers: head.headers.map { ($0.name, $0.value) }, body: body)
        body = []
        receive(request, exchange)
    }
}

/// A connection that waits for the answer to one request.
struct Exchange: Sendable {
    let channel: any Channel
    let keepsAlive: Bool

    func send(_ answer: BankAnswer) {
        if channel.eventLoop.inEventLoop {
            deliver(answer)
        } else {
            channel.eventLoop.execute { deliver(answer) }
        }
    }

    private func deliver(_ answer: BankAnswer) {
        switch answer {
        case .hold: break
        case .close: channel.close(promise: nil)
        case .reply(let reply): write(reply, isWhole: true)
        case .breakOff(let reply): write(reply, isWhole: false)
        }
    }

    private func write(_ reply: WireReply, isWhole: Bool) {
        var headers = HTTPHeaders(reply.headers)
        headers.replaceOrAdd(name: "Content-Length", value: String(reply.body.count))
        if !keepsAlive { headers.replaceOrAdd(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: reply.status)
        write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
        let sent = isWhole ? reply.body[...] : reply.body.prefix(reply.body.count / 2)
        write(.body(.byteBuffer(ByteBuffer(bytes: sent))))
        if isWhole { write(.end(nil)) }
        channel.flush()
        // A close follows what was written before it.
        if !isWhole || !keepsAlive { channel.close(promise: nil) }
    }

    private func write(_ part: HTTPServerResponsePart) {
        channel.pipeline.syncOperations.write(NIOAny(part), promise: nil)
    }
}

/// Takes webhooks on a port of this machine, for the demo: every POST is answered with 204.
public final class WebhookReceiver: Sendable {
    /// The received requests, in order; ends with ``stop()``.
    public let requests: AsyncStream<WireRequest>
    private let continuation: AsyncStream<WireRequest>.Continuation
    private let listener = Lock<HTTPListener?>(nil)

    public init() { (requests, continuation) = AsyncStream.makeStream() }

    /// Begins to listen on a free port of 127.0.0.1 and returns it.
    public func start() async throws(SandboxServerError) -> Int {
        let listener = try await HTTPListener(port: 0) { [continuation] request, exchange in
            guard request.method == "POST" else { return exchange.send(.reply(.empty(405))) }
            continuation.yield(request)
            exchange.send(.reply(.empty(204)))
        }
        self.listener.withLock { $0 = listener }
        return listener.port
    }

    public func stop() async {
        await listener.withLock { $0.take() }?.stop()
        continuation.finish()
    }
}
