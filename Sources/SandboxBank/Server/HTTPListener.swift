import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers the requests of a listening port.
///
/// Called on the event loop of the connection; must return at once.
protocol RequestSink: Sendable {
    func receive(_ request: WireRequest, on exchange: Exchange)

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

/// Puts the parts of a request together and hands it to the sink.
///
/// Not `Sendable`: it lives on the event loop of its connection.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Most bytes of a body; the requests of this interface are tiny.
    private static let largestBody = 1 << 20

    private let sink: any RequestSink
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLarge = false

    init(_ sink: any RequestSink) {
        self.sink = sink
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            isTooLarge = false
            if head.headers[canonicalForm: "expect"].contains("100-continue") {
                askForBody(context)
            }
        case .body(let buffer):
            isTooLarge = isTooLarge || body.count + buffer.readableBytes > Self.largestBody
            if !isTooLarge { body.append(contentsOf: buffer.readableBytesView) }
        case .end: complete(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        sink.forget(context.channel)
        context.fireChannelInactive()
    }

    /// Closes a connection that does not speak HTTP or broke.
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
        sink.receive(request, on: exchange)
    }

    private func askForBody(_ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
}

/// A connection that waits for the answer to one request.
struct Exchange: Sendable {
    let channel: any Channel
    let keepsAlive: Bool

    /// Sends an answer, or does to the connection what the answer says.
    func send(_ answer: BankAnswer) {
        guard channel.eventLoop.inEventLoop else {
            channel.eventLoop.execute { deliver(answer) }
            return
        }
        deliver(answer)
    }

    private func deliver(_ answer: BankAnswer) {
        switch answer {
        case .hold: break
        case .close: channel.close(promise: nil)
        case .reply(let reply):
            write(head(of: reply))
            write(.body(.byteBuffer(ByteBuffer(bytes: reply.body))))
            write(.end(nil))
            channel.flush()
            // A close follows what was written before it.
            if !keepsAlive { channel.close(promise: nil) }
        case .breakOff(let reply):
            write(head(of: reply))
            let half = reply.body.prefix(reply.body.count / 2)
            write(.body(.byteBuffer(ByteBuffer(bytes: half))))
            channel.flush()
            channel.close(promise: nil)
        }
    }

    private func head(of reply: WireReply) -> HTTPServerResponsePart {
        var headers = HTTPHeaders(reply.headers)
        headers.replaceOrAdd(name: "Content-Length", value: String(reply.body.count))
        if !keepsAlive { headers.replaceOrAdd(name: "Connection", value: "close") }
        return .head(
            HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status),
                headers: headers))
    }

    private func write(_ part: HTTPServerResponsePart) {
        channel.pipeline.syncOperations.write(NIOAny(part), promise: nil)
    }
}
