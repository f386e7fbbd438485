import Glibc
import HTTP
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

@testable import Service

@Suite("A server for this machine", .io)
struct LoopbackServerTests {
    private func get(_ path: String, port: Int) async throws -> HTTPResponse {
        let transport = CurlTransport()
        defer { transport.close() }
        return try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port)\(path)"))
    }

    @Test("asks for a page with each request, and has no other")
    func page() async throws {
        let pages = Counter()
        let server = LoopbackServer { target in
            guard target == "/metrics" else { return nil }
            return LoopbackAnswer("page \(await pages.next())\n", contentType: "text/plain")
        }
        let port = try await server.start(port: 0)
        for number in 1...2 {
            let response = try await get("/metrics", port: port)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "page \(number)\n")
            #expect(response.header("Content-Type") == "text/plain")
        }
        #expect(try await get("/", port: port).status == 404)
        await server.stop()
        await #expect(throws: TransportError.self) { _ = try await get("/metrics", port: port) }
    }

    @Test("holds on to so many connections only, and serves again when they are gone")
    func flood() async throws {
        let server = LoopbackServer(timeout: .seconds(3_600)) { _ in
            LoopbackAnswer("page\n", contentType: "text/plain")
        }
        let port = try await server.start(port: 0)
        let idle = try (0..<LoopbackServer.mostConnections).map { _ in try IdleClient(port: port) }
        let more = try (0..<8).map { _ in try IdleClient(port: port) }
        for client in more { #expect(client.isClosedByServer()) }
        for client in idle { client.close() }
        // Each refusal happened before the server noticed that room had been made.
        while (try? await get("/metrics", port: port))?.status != 200 { await Task.yield() }
        await server.stop()
    }

    @Test("closes a connection that asks for nothing")
    func silence() async throws {
        let server = LoopbackServer(timeout: .milliseconds(1)) { _ in nil }
        let client = try IdleClient(port: try await server.start(port: 0))
        #expect(client.isClosedByServer())
        await server.stop()
    }

    @Test("says that its port is taken")
    func takenPort() async throws {
        let server = LoopbackServer { _ in nil }
        let port = try await server.start(port: 0)
        let other = LoopbackServer { _ in nil }
        await #expect(throws: LoopbackServerError.portTaken(port)) {
            _ = try await other.start(port: port)
        }
        await server.stop()
    }

    @Test(
        "answers only to names of this machine, and only to who wants to read",
        arguments: [
            ("127.0.0.1:9090", HTTPMethod.GET, nil), ("localhost", .HEAD, nil),
            ("LOCALHOST:1", .GET, nil), ("[::1]:80", .GET, nil), ("evil.example:9090", .GET, 421),
            ("", .GET, 421),
            ("127.0.0.1.evil.example", .GET, 421), ("localhost", .POST, 405),
        ])
    func names(host: String, method: HTTPMethod, status: UInt?) {
        let head = HTTPRequestHead(
            version: .http1_1, method: method, uri: "/metrics?x=1", headers: ["Host": host])
        #expect(
            LoopbackHandler.refusal(of: head, answersHead: true)?.code == status)
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

/// A connection that says nothing.
private struct IdleClient {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
    }

    /// Waits until the server has closed it.
    func isClosedByServer() -> Bool {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) <= 0
    }

    func close() {
        _ = Glibc.close(descriptor)
    }
}
