import HTTP
import TestSupport
import Testing

@Suite("Cancelling and closing", .io)
struct CurlTransportEndTests {
    @Test("a request that the server already has ends at once when its task is cancelled")
    func cancelInFlight() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let request = HTTPRequest(url: server.url("/"))
            let task = Task { await failure(of: request, over: transport) }
            await server.waitForRequests(1)
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }

    @Test(
        "a request that waits in the queue can be cancelled and gives its turn away",
        .timeLimit(.minutes(15)))
    func cancelInQueue() async throws {
        let gate = LoopbackGate()
        let probe = try LoopbackServer { _ in .echo }
        defer { probe.stop() }
        try await withLoopback({ _ in .held(gate, .echo) }) { server, transport in
            let url = server.url("/")
            async let first = transport.send(HTTPRequest(url: url))
            async let second = transport.send(HTTPRequest(url: url))
            await server.waitForRequests(2)
            // More than may be under way at once, so that turns not given back would be missed.
            for _ in 0..<5 { await cancelInQueue(HTTPRequest(url: url), transport, probing: probe) }
            async let last = transport.send(HTTPRequest(url: url))
            gate.open()
            let statuses = try await [first.status, second.status, last.status]
            #expect(statuses == [200, 200, 200])
            #expect(server.requests.count == 3)
        }
    }

    @Test("closing ends what is under way and what waits, and refuses what comes")
    func close() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let request = HTTPRequest(url: server.url("/"))
            async let first = failure(of: request, over: transport)
            async let second = failure(of: request, over: transport)
            await server.waitForRequests(2)
            async let third = failure(of: request, over: transport)
            transport.close()
            #expect(await [first, second, third] == [.closed, .closed, .closed])
            #expect(await failure(of: request, over: transport) == .closed)
            transport.close()
        }
    }

    @Test("a transport that was never used can be closed")
    func closeUnused() async {
        let transport = CurlTransport()
        transport.close()
        let request = HTTPRequest(url: "http://127.0.0.1:9/")
        #expect(await failure(of: request, over: transport) == .closed)
    }

    /// Sends a request that has to wait, and cancels it once a later one has been answered.
    private func cancelInQueue(
        _ request: HTTPRequest, _ transport: CurlTransport, probing server: LoopbackServer
    ) async {
        let begun = LoopbackGate()
        let waiting = Task {
            begun.open()
            return await failure(of: request, over: transport)
        }
        await begun.wait()
        for _ in 0..<3 {
            let found = await failure(of: HTTPRequest(url: server.url("/")), over: transport)
            #expect(found == nil)
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
    }
}
