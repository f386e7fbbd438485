import HTTP
import TestSupport
import Testing

@Suite("Many requests at once")
struct CurlBatchTests {
    private func post(_ server: LoopbackServer, count: Int) -> RequestBatch {
        let url = server.url("/hook")
        return RequestBatch(count: count) { number in
            HTTPRequest(
                method: .post, url: url, headers: [HTTPHeader("X-Number", "\(number)")],
                body: Array(String(repeating: "\(number),", count: number + 1).utf8))
        }
    }

    @Test("each gets its own headers, its own body and its own answer")
    func own() async throws {
        try await withLoopback({ .respond(status: 200, body: $0.body) }) { server, transport in
            let results = await transport.send(post(server, count: 300))
            for (number, result) in results.enumerated() {
                let body = String(repeating: "\(number),", count: number + 1)
                #expect((try? result?.get())?.body == Array(body.utf8))
            }
            let seen = server.requests.compactMap { $0.header("X-Number") }
            #expect(Set(seen).count == 300 && seen.count == 300)
            #expect(server.connectionCount <= TransportOptions().maximumRequestsPerBatch)
        }
    }

    @Test("a failure does not spoil the request that uses its handle next")
    func mixed() async throws {
        let answers: [LoopbackAnswer] = [
            .respond(status: 503, headers: [("Retry-After", "9")]), .cutAfterHeaders,
            .respond(status: 200, body: Array("ok".utf8)), .respond(status: 204),
        ]
        let handler: LoopbackServer.Handler = { request in
            answers[(request.header("X-Number").flatMap(Int.init) ?? 0) % answers.count]
        }
        try await withLoopback(handler) { server, transport in
            let results = await transport.send(post(server, count: 200))
            for (number, result) in results.enumerated() {
                let response = try? result?.get()
                #expect(response?.status == [503, nil, 200, 204][number % 4])
                #expect(response?.retryAfter == (number % 4 == 0 ? .seconds(9) : nil))
                #expect(
                    response?.body == (number % 4 == 1 ? nil : number % 4 == 2 ? [111, 107] : []))
            }
        }
    }

    @Test("a batch that hangs holds up no other request")
    func hanging() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let bank = try LoopbackServer { _ in .text("ok") }
            defer { bank.stop() }
            let stuck = Task { await transport.send(post(server, count: 100)) }
            await server.waitForRequests(TransportOptions().maximumRequestsPerBatch)
            #expect(try await transport.send(HTTPRequest(url: bank.url("/"))).status == 200)
            stuck.cancel()
            let results = await stuck.value
            let begun = results.count { if case .failure(.cancelled)? = $0 { true } else { false } }
            #expect(begun == TransportOptions().maximumRequestsPerBatch)
        }
    }

    @Test("closing ends a batch, and later ones are not begun")
    func closing() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let stuck = Task { await transport.send(post(server, count: 100)) }
            await server.waitForRequests(1)
            transport.close()
            #expect(await stuck.value.count == 100)
            let later = await transport.send(post(server, count: 3))
            #expect(later.count == 3)
            for result in later { if result != nil { Issue.record("begun after the end") } }
        }
    }
}
