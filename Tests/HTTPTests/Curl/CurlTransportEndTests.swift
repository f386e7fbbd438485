import HTTP
import TestSupport
import Testing

@Suite("Cancelling and closing")
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

    @Test("a request that waits in the queue can be cancelled and gives its turn away")
    func cancelInQueue() async throws {
        let gate = LoopbackGate()
        try await withLoopback({ _ in .held(gate, .echo) }) { server, transport in
            let url = server.url("/")
            async let first = transport.send(HTTPRequest(url: url))
            async let second = transport.send(HTTPRequest(url: url))
            await server.waitForRequests(2)
            let waiting = Task { await failure(of: HTTPRequest(url: url), over: transport) }
            waiting.cancel()
            #expect(await waiting.value == .cancelled)
            async let last = transport.send(HTTPRequest(url: url))
            gate.open()
            let statuses = try await [first.status, second.status, last.status]
            #expect(statuses == [200, 200, 200])
            #expect(server.requests.count == 3)
        }
    }

    @Test("many requests cancelled at any moment end either way, and the transport goes on")
    func cancelStorm() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let request = HTTPRequest(url: server.url("/"))
            await withTaskGroup(of: TransportError?.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let task = Task { await failure(of: request, over: transport) }
                        if number.isMultiple(of: 2) { task.cancel() }
                        return await task.value
                    }
                }
                for await failure in group { #expect(failure == nil || failure == .cancelled) }
            }
            let response = try await transport.send(request)
            #expect(response.status == 200)
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
}
