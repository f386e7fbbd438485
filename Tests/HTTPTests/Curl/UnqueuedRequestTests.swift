import HTTP
import TestSupport
import Testing

/// Many requests of a sender that limits itself.
@Suite("Requests that don't queue", .io)
struct UnqueuedRequestTests {
    private typealias Answer = Result<HTTPResponse, TransportError>
    private static let width = 32

    private func post(_ server: LoopbackServer, _ number: Int) -> HTTPRequest {
        HTTPRequest(
            method: .post, url: server.url("/hook"),
            headers: [HTTPHeader("X-Number", "\(number)")],
            body: Array(String(repeating: "\(number),", count: number + 1).utf8), isQueued: false)
    }

    /// Sends so many, a few at the same time; the answers in the order of the requests.
    private func answers(
        _ count: Int, from server: LoopbackServer, over transport: CurlTransport
    ) async -> [Answer?] {
        await withTaskGroup(of: (Int, Answer).self) { group in
            var answers = [Answer?](repeating: nil, count: count)
            for number in 0..<count {
                if number >= Self.width, let (ended, answer) = await group.next() {
                    answers[ended] = answer
                }
                let request = post(server, number)
                group.addTask {
                    do throws(TransportError) {
                        return (number, .success(try await transport.send(request)))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            for await (ended, answer) in group { answers[ended] = answer }
            return answers
        }
    }

    @Test("each gets its own headers, its own body and its own answer")
    func own() async throws {
        try await withLoopback({ .respond(status: 200, body: $0.body) }) { server, transport in
            let results = await answers(300, from: server, over: transport)
            for (number, result) in results.enumerated() {
                let body = String(repeating: "\(number),", count: number + 1)
                #expect((try? result?.get())?.body == Array(body.utf8))
            }
            let seen = server.requests.compactMap { $0.header("X-Number") }
            #expect(Set(seen).count == 300 && seen.count == 300)
            #expect(server.connectionCount <= Self.width)
        }
    }

    @Test("a failure does not spoil the request that uses its handle next")
    func mixed() async throws {
        let replies: [LoopbackAnswer] = [
            .respond(status: 503, headers: [("Retry-After", "9")]), .cutAfterHeaders,
            .respond(status: 200, body: Array("ok".utf8)), .respond(status: 204),
        ]
        let handler: LoopbackServer.Handler = { request in
            replies[(request.header("X-Number").flatMap(Int.init) ?? 0) % replies.count]
        }
        try await withLoopback(handler) { server, transport in
            let results = await answers(200, from: server, over: transport)
            for (number, result) in results.enumerated() {
                let response = try? result?.get()
                #expect(response?.status == [503, nil, 200, 204][number % 4])
                #expect(response?.retryAfter == (number % 4 == 0 ? .seconds(9) : nil))
                #expect(
                    response?.body == (number % 4 == 1 ? nil : number % 4 == 2 ? [111, 107] : []))
            }
        }
    }

    @Test("a receiver that hangs holds up no other request")
    func hanging() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let bank = try LoopbackServer { _ in .text("ok") }
            defer { bank.stop() }
            let stuck = Task { await answers(Self.width, from: server, over: transport) }
            await server.waitForRequests(Self.width)
            #expect(try await transport.send(HTTPRequest(url: bank.url("/"))).status == 200)
            stuck.cancel()
            #expect(
                await stuck.value.allSatisfy { answer in
                    if case .failure(.cancelled)? = answer { true } else { false }
                })
        }
    }

    @Test("closing the transport ends them")
    func closing() async throws {
        try await withLoopback({ _ in .hang }) { server, transport in
            let stuck = Task { await answers(100, from: server, over: transport) }
            await server.waitForRequests(1)
            transport.close()
            #expect(
                await stuck.value.allSatisfy { answer in
                    if case .failure(.closed)? = answer { true } else { false }
                })
        }
    }
}
