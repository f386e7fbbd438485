import TestSupport
import Testing

@testable import HTTP

@Suite("Handles that serve again")
struct HandlePoolTests {
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

    @Test("each request has its own limit of the body and its own time", .timeLimit(.minutes(1)))
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

    @Test("a handle serves any request, and holds nothing meanwhile")
    func keeping() throws {
        let login = HTTPHeader("Authorization", "hemmelig")
        let web = HTTPRequest(method: .post, url: "https://host/hemmelig", headers: [login])
        let mail = MailRequest(
            url: "smtps://host", sender: "a@host.example", recipients: ["b@host.example"],
            message: Array("hemmelig\r\n".utf8))
        let message = MQTTRequest(url: "mqtt://host", topic: "hemmelig", payload: [])
        let all = [
            PendingRequest(.http(web), to: try web.target()),
            PendingRequest(.mail(mail), to: try mail.target()),
            PendingRequest(.mqtt(message), to: try message.target()),
        ]
        var pool = HandlePool()
        let first = try pool.transfer(for: all[0], TransportOptions())
        for request in all {
            pool.keep(first)
            #expect(!Self.dumped(first).contains("hemmelig"))
            #expect(try pool.transfer(for: request, TransportOptions()) === first)
            #expect(first.request === request)
        }
    }

    @Test("few handles are kept while there is nothing to do")
    func resting() throws {
        var pool = HandlePool()
        let web = HTTPRequest(url: "https://host/")
        let request = PendingRequest(.http(web), to: try web.target())
        let all = try (0..<5).map { _ in try pool.transfer(for: request, TransportOptions()) }
        for transfer in all { pool.keep(transfer) }
        pool.rest()
        let kept = try (0..<3).map { _ in try pool.transfer(for: request, TransportOptions()) }
        #expect(kept.count { transfer in all.contains { $0 === transfer } } == 2)
    }

    private static func dumped(_ transfer: Transfer) -> String {
        var text = ""
        dump(transfer, to: &text)
        return text
    }
}
