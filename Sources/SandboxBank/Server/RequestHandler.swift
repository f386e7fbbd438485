import NIOCore
import NIOHTTP1

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

    /// Serves one connection.
    init(_ sink: any RequestSink) {
        self.sink = sink
    }

    /// Takes the next part of a request.
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

    /// Forgets what hung on the connection.
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
