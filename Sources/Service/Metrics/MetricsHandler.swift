import NIOCore
import NIOHTTP1

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
            guard let head else { return }
            self.head = nil
            answer(head, on: context.channel)
        }
    }

    /// Closes a connection that does not speak HTTP or broke.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, on channel: any Channel) {
        let status = Self.status(for: head)
        guard status == .ok else {
            return Self.send(status, "\(status.code) \(status.reasonPhrase)\n", on: channel)
        }
        let isHead = head.method == .HEAD
        let page = page
        channel.eventLoop.makeFutureWithTask { await page() }.whenSuccess { text in
            Self.send(.ok, text, isHead: isHead, on: channel)
        }
    }

    /// What a request deserves.
    ///
    /// The name of the host is looked at, so that no web page in a browser on this machine can read
    /// the figures under a name of its own.
    static func status(for head: HTTPRequestHead) -> HTTPResponseStatus {
        guard let host = head.headers.first(name: "host"), isLocal(host) else {
            return .misdirectedRequest
        }
        guard head.uri.prefix(while: { $0 != "?" }) == "/metrics" else { return .notFound }
        return head.method == .GET || head.method == .HEAD ? .ok : .methodNotAllowed
    }

    private static func isLocal(_ host: String) -> Bool {
        let name = host.prefix { $0 != ":" }.lowercased()
        return name == "127.0.0.1" || name == "localhost"
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
        let pipeline = channel.pipeline.syncOperations
        func write(_ part: HTTPServerResponsePart) {
            pipeline.write(NIOAny(part), promise: nil)
        }
        write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
        if !isHead { write(.body(.byteBuffer(body))) }
        write(.end(nil))
        channel.flush()
        channel.close(promise: nil)
    }
}
