import HTTP
import NIOHTTP1
import Testing

@testable import Service

@Suite("The metrics page")
struct MetricsServerTests {
    private func get(_ path: String, port: Int) async throws -> HTTPResponse {
        let transport = CurlTransport()
        defer { transport.close() }
        return try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port)\(path)"))
    }

    @Test("is asked for anew with each request, and is only there")
    func page() async throws {
        let pages = Counter()
        let server = MetricsServer { "page \(await pages.next())\n" }
        let port = try await server.start(port: 0)
        for number in 1...2 {
            let response = try await get("/metrics", port: port)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "page \(number)\n")
            #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        }
        #expect(try await get("/", port: port).status == 404)
        await server.stop()
        await #expect(throws: TransportError.self) { _ = try await get("/metrics", port: port) }
    }

    @Test("says that its port is taken")
    func takenPort() async throws {
        let server = MetricsServer { "" }
        let port = try await server.start(port: 0)
        let other = MetricsServer { "" }
        await #expect(throws: MetricsServerError.portTaken(port)) {
            _ = try await other.start(port: port)
        }
        await server.stop()
    }

    @Test(
        "answers only to names of this machine, and only to who wants to read",
        arguments: [
            ("127.0.0.1:9090", HTTPMethod.GET, 200), ("localhost", .HEAD, 200),
            ("LOCALHOST:1", .GET, 200), ("evil.example:9090", .GET, 421), ("", .GET, 421),
            ("127.0.0.1.evil.example", .GET, 421), ("localhost", .POST, 405),
        ])
    func names(host: String, method: HTTPMethod, status: UInt) {
        let head = HTTPRequestHead(
            version: .http1_1, method: method, uri: "/metrics?x=1", headers: ["Host": host])
        #expect(MetricsHandler.status(for: head).code == status)
    }
}

/// Counts up.
private actor Counter {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
