import HTTP

extension ScriptedTransport {
    /// Plays a server that behaves as `handler` says, without sockets.
    ///
    /// What needs real bytes on a wire (``LoopbackAnswer/raw(_:)``) is an unreadable answer here.
    public static func playing(
        _ handler: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
    ) -> ScriptedTransport {
        ScriptedTransport { (request) throws(TransportError) in
            let received = LoopbackRequest(request)
            return try await play(handler(received), to: received)
        }
    }

    private static func play(
        _ answer: LoopbackAnswer, to request: LoopbackRequest
    ) async throws(TransportError) -> HTTPResponse {
        switch answer {
        case .respond(let status, let headers, let body):
            let hasBody = status != 204 && status != 304
            return HTTPResponse(
                status: status, headers: headers.map { HTTPHeader($0.0, $0.1) },
                body: hasBody ? body : [])
        case .echo:
            return HTTPResponse(status: 200, body: request.echo)
        case .held(let gate, let next):
            await gate.wait()
            return try await play(next, to: request)
        case .hang:
            await waitForCancellation()
            throw .cancelled
        case .raw: throw .malformedResponse
        case .reset, .cutAfterHeaders: throw .connectionLost
        }
    }
}

extension LoopbackRequest {
    /// The request as a server would have received it.
    fileprivate init(_ request: HTTPRequest) {
        let afterScheme = request.url.drop { $0 != ":" }.dropFirst(3)
        let path = afterScheme.drop { $0 != "/" }
        self.init(
            method: request.method.rawValue, path: path.isEmpty ? "/" : String(path),
            headers: request.headers, body: request.body ?? [], connection: 1)
    }
}
