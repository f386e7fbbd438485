import TestSupport
import Testing

@testable import HTTP

@Suite("Requests one after the other", .io)
struct RequestIsolationTests {
    private static func requests(_ server: LoopbackServer) -> [HTTPRequest] {
        let token = HTTPHeader("Authorization", "Bearer \(String(repeating: "x", count: 900))")
        let body = [UInt8](repeating: 0x62, count: 3_000)
        return [
            HTTPRequest(url: server.url("/a?b=c"), headers: [token]),
            HTTPRequest(url: server.url("/")),
            HTTPRequest(method: .put, url: server.url("/put?x"), headers: [token], body: body),
            HTTPRequest(url: server.url("/c")),
            HTTPRequest(method: .post, url: server.url("/post"), body: Array("short".utf8)),
            HTTPRequest(method: .post, url: server.url("/post"), headers: [token]),
            HTTPRequest(
                method: .put, url: server.url("/p"),
                headers: [HTTPHeader("Content-Type", "text/x"), HTTPHeader("User-Agent", "own")]),
            HTTPRequest(url: server.url("/d"), headers: [HTTPHeader("Accept", "text/x")]),
        ]
    }

    /// What a server got, but for the connection.
    private static func seen(_ server: LoopbackServer) -> [[UInt8]] { server.requests.map(\.echo) }

    @Test("each request is sent as if it were the first, whatever was sent before it")
    func asIfFirst() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let all = Self.requests(server)
            let pairs = all.indices.flatMap { first in all.indices.map { (first, $0) } }
            for (first, second) in pairs {
                _ = try await transport.send(all[first])
                _ = try await transport.send(all[second])
            }
            let reused = Self.seen(server)
            for request in all {
                let fresh = CurlTransport()
                _ = try await fresh.send(request)
                fresh.close()
            }
            let single = Array(Self.seen(server)[reused.count...])
            #expect(reused == pairs.flatMap { [single[$0], single[$1]] })
        }
    }

    @Test("what must be sent once is not repeated where a kept connection ends without an answer")
    func sentOnce() async throws {
        let handler: LoopbackServer.Handler = { $0.method == "POST" ? .raw([]) : .echo }
        try await withLoopback(handler) { server, transport in
            _ = try await transport.send(HTTPRequest(url: server.url("/")))
            var token = HTTPRequest(method: .post, url: server.url("/token"), body: [0x62])
            token.isSentOnce = true
            #expect(await failure(of: token, over: transport) == .connectionLost)
            #expect(server.requests.filter { $0.method == "POST" }.count == 1)
        }
    }

    @Test("a new token is used at once, and the old one no more")
    func newToken() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            for token in ["old", "new", "newer"] {
                let header = HTTPHeader("Authorization", "Bearer \(token)")
                _ = try await transport.send(HTTPRequest(url: server.url("/"), headers: [header]))
            }
            let seen = server.requests.map { $0.headers.filter { $0.isNamed("authorization") } }
            #expect(
                seen.map { $0.map(\.value) } == [["Bearer old"], ["Bearer new"], ["Bearer newer"]])
        }
    }

    @Test("what is refused once is refused again, also after the like of it was sent")
    func refusedAgain() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let url = server.url("/")
            for _ in 1...2 {
                _ = try await transport.send(
                    HTTPRequest(url: url, headers: [HTTPHeader("X-Test", "a")]))
                let bad = HTTPRequest(url: url, headers: [HTTPHeader("X-Test", "a\r\nX-More: b")])
                #expect(await failure(of: bad, over: transport) == .refusedHeader("X-Test"))
                let login = HTTPRequest(url: "http://user:word@127.0.0.1:\(server.port)/")
                #expect(
                    await failure(of: login, over: transport) == .refusedURL(.credentials))
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test("each request has its own limit of the body and its own time", .timeLimit(.minutes(15)))
    func ownLimits() async throws {
        let handler: LoopbackServer.Handler = {
            $0.path == "/hang" ? .hang : .text("0123456789")
        }
        try await withLoopback(handler) { server, transport in
            for _ in 1...2 {
                let plain = HTTPRequest(url: server.url("/"))
                let before = try await transport.send(plain)
                let small = HTTPRequest(url: server.url("/"), maximumBodyBytes: 9)
                #expect(await failure(of: small, over: transport) == .bodyTooLarge(status: 200))
                let after = try await transport.send(plain)
                #expect(before.body.count == 10 && after.body.count == 10)
                let brief = HTTPRequest(url: server.url("/hang"), timeout: .milliseconds(50))
                #expect(await failure(of: brief, over: transport) == .timedOut)
            }
        }
    }
}
