import NIOCore
import NIOHTTP1

/// A connection that waits for the answer to one request.
struct Exchange: Sendable {
    /// The connection.
    let channel: any Channel
    /// Whether the connection serves more requests afterwards.
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
