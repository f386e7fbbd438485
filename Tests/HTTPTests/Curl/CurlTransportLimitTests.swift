import HTTP
import TestSupport
import Testing

@Suite("Limits of an exchange", .io)
struct CurlTransportLimitTests {
    @Test("an answer that does not come in time is a time-out")
    func timeout() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let request = HTTPRequest(url: server.url("/"), timeout: .milliseconds(50))
            #expect(await failure(of: request, over: transport) == .timedOut)
        }
    }

    @Test("waiting in the queue does not count against a request's time")
    func queueIsFree() async throws {
        let gate = LoopbackGate()
        try await withLoopback({ _ in .held(gate, .echo) }) { server, transport in
            let url = server.url("/")
            async let first = transport.send(HTTPRequest(url: url))
            async let second = transport.send(HTTPRequest(url: url))
            await server.waitForRequests(2)
            async let third = transport.send(HTTPRequest(url: url, timeout: .seconds(1)))
            // Another request's time-out of more than a second shows that so much time went by.
            let other = try LoopbackServer { _ in .hang }
            defer { other.stop() }
            let clock = HTTPRequest(url: other.url("/"), timeout: .milliseconds(1_200))
            #expect(await failure(of: clock, over: transport) == .timedOut)
            #expect(server.requests.count == 2)
            gate.open()
            let statuses = try await [first.status, second.status, third.status]
            #expect(statuses == [200, 200, 200])
        }
    }

    @Test("a body is cut off where the request says, also one without a length")
    func bodyCap() async throws {
        let head = "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n"
        let endless = Array(head.utf8) + [UInt8](repeating: 0x61, count: 5_000_000)
        try await withLoopback({ _ in .raw(endless) }) { server, transport in
            let request = HTTPRequest(url: server.url("/"), maximumBodyBytes: 1_000)
            #expect(await failure(of: request, over: transport) == .bodyTooLarge(status: 404))
        }
    }

    @Test("too many headers or too long ones end the exchange", arguments: [(201, 1), (10, 9_000)])
    func headerCap(count: Int, length: Int) async throws {
        let value = String(repeating: "v", count: length)
        let headers = (0..<count).map { ("X-\($0)", value) }
        try await withLoopback({ _ in .respond(status: 200, headers: headers) }) {
            server, transport in
            let request = HTTPRequest(url: server.url("/"))
            #expect(await failure(of: request, over: transport) == .headersTooLarge)
        }
    }

    @Test("five hundred requests at once all succeed over two connections")
    func parallel() async throws {
        try await withLoopback({ .respond(status: 200, body: $0.body) }) { server, transport in
            let url = server.url("/")
            let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<500 {
                    let body = Array("\(number)".utf8)
                    let request = HTTPRequest(method: .post, url: url, body: body)
                    group.addTask { try await transport.send(request).body != body }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(wrong == 0)
            #expect(server.requests.count == 500)
            #expect((1...2).contains(server.connectionCount))
        }
    }

    @Test("requests one after the other share a connection")
    func reuse() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            for _ in 0..<5 { _ = try await transport.send(HTTPRequest(url: server.url("/"))) }
            #expect(server.connectionCount == 1)
        }
    }
}
