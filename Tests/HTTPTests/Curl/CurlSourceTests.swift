import HTTP
import TestSupport
import Testing

/// What other suites show of a transport with a thread holds without one.
@Suite("Exchanges in the loop of a program")
struct CurlSourceTests {
    /// Runs `body` with a server and a transport that works in a loop, and ends all of them.
    private func withLoop(
        options: TransportOptions = TransportOptions(),
        _ handler: @escaping LoopbackServer.Handler,
        _ body: (LoopbackServer, CurlTransport, PollingLoop) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(handler)
        let loop = try PollingLoop()
        let transport = CurlTransport(options: options, loop: loop)
        defer {
            transport.close()
            loop.stop()
            server.stop()
        }
        try await body(server, transport, loop)
    }

    @Test("does what every transport has to do")
    func conformance() async throws {
        try await withLoop(HTTPTransportConformance.answer) { server, transport, _ in
            try await HTTPTransportConformance(transport, base: server.url("")).run()
        }
    }

    @Test("a large body arrives whole")
    func largeBody() async throws {
        let body = [UInt8](repeating: 0x61, count: 3 << 20)
        try await withLoop({ _ in .echo }) { server, transport, _ in
            let request = HTTPRequest(method: .post, url: server.url("/"), body: body)
            let response = try await transport.send(request)
            #expect(response.status == 200)
            #expect(server.requests.first?.body.count == body.count)
        }
    }

    @Test("a server that never answers is given up in time", .timeLimit(.minutes(1)))
    func timesOut() async throws {
        try await withLoop({ _ in .hang }) { server, transport, _ in
            let request = HTTPRequest(url: server.url("/"), timeout: .milliseconds(50))
            #expect(await failure(of: request, over: transport) == .timedOut)
        }
    }

    @Test("a request that the server already has ends at once when its task is cancelled")
    func cancels() async throws {
        try await withLoop({ _ in .hang }) { server, transport, _ in
            let request = HTTPRequest(url: server.url("/"))
            let task = Task { await failure(of: request, over: transport) }
            await server.waitForRequests(1)
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }

    @Test("closing ends what is under way, and the loop is left alone afterwards")
    func close() async throws {
        try await withLoop({ _ in .hang }) { server, transport, loop in
            let request = HTTPRequest(url: server.url("/"))
            async let first = failure(of: request, over: transport)
            await server.waitForRequests(1)
            transport.close()
            #expect(await first == .closed)
            #expect(await failure(of: request, over: transport) == .closed)
            // The source is let go in the turn that ended the request.
            while loop.sourceCount > 0 { await Task.yield() }
        }
    }

    @Test("a host without a server is told")
    func unreachable() async throws {
        try await withLoop({ _ in .echo }) { _, transport, _ in
            let request = HTTPRequest(url: "http://127.0.0.1:1/")
            #expect(await failure(of: request, over: transport) == .unreachable)
        }
    }
}
