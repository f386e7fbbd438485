import TestSupport
import Testing

@testable import HTTP

@Suite("Headers that serve many requests")
struct PreparedHeadersTests {
    private static let own = [
        HTTPHeader("Authorization", "Bearer hemmelig"), HTTPHeader("X-Empty", ""),
    ]

    @Test("are sent as single ones are, with every request")
    func asSingleOnes() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let headers = try PreparedHeaders(Self.own)
            _ = try await transport.send(HTTPRequest(url: server.url("/"), headers: Self.own))
            for _ in 0..<3 {
                _ = try await transport.send(HTTPRequest(url: server.url("/"), headers: headers))
            }
            let seen = server.requests.map(\.echo)
            #expect(seen.count == 4)
            #expect(Set(seen).count == 1)
        }
    }

    @Test("serve requests at the same time")
    func together() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let headers = try PreparedHeaders(Self.own)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let request = HTTPRequest(url: server.url("/\(number)"), headers: headers)
                    group.addTask { _ = try? await transport.send(request) }
                }
            }
            let values = server.requests.map { request in
                request.headers.first { $0.isNamed("Authorization") }?.value
            }
            #expect(values == Array(repeating: "Bearer hemmelig", count: 20))
        }
    }

    @Test("of a request that gets others are no longer sent")
    func replaced() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            var request = HTTPRequest(url: server.url("/"), headers: try PreparedHeaders(Self.own))
            request.headers = [HTTPHeader("X-Own", "1")]
            _ = try await transport.send(request)
            let sent = try #require(server.requests.first).headers
            #expect(!sent.contains { $0.isNamed("Authorization") })
            #expect(sent.contains { $0.isNamed("X-Own") })
        }
    }

    @Test("that must not be sent are refused at once")
    func refused() {
        for header in [HTTPHeader("X-A", "b\r\nX-C: d"), HTTPHeader("Host", "x")] {
            #expect(throws: TransportError.refusedHeader(header.name)) {
                try PreparedHeaders([header])
            }
        }
    }

    @Test("tell their names and no value")
    func descriptions() throws {
        let headers = try PreparedHeaders(Self.own)
        var text = "\(headers) \(String(reflecting: headers))"
        dump(headers, to: &text)
        #expect(text.contains("Authorization"))
        #expect(!text.contains("hemmelig"))
    }
}
