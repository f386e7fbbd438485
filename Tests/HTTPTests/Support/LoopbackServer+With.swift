import HTTP
import TestSupport

/// Runs `body` with a server and a transport, and ends both whatever happens.
func withLoopback(
    options: TransportOptions = TransportOptions(), _ handler: @escaping LoopbackServer.Handler,
    _ body: (LoopbackServer, CurlTransport) async throws -> Void
) async throws {
    let server = try LoopbackServer(handler)
    let transport = CurlTransport(options: options)
    defer {
        transport.close()
        server.stop()
    }
    try await body(server, transport)
}

/// The error that sending leads to, if any.
func failure(of request: HTTPRequest, over transport: any HTTPTransport) async -> TransportError? {
    do {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error
    }
}
