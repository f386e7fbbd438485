import HTTP
import TestSupport
import Testing

@Suite("Addresses that are never contacted", .io)
struct CurlTransportPolicyTests {
    @Test(
        "link-local, unspecified and multicast addresses are refused in any spelling",
        arguments: [
            "169.254.169.254", "0.0.0.0", "0", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376",
            "224.0.0.1", "255.255.255.255", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]",
            "[fe80::1]", "[ff02::1]", "[::]", "[::ffff:0.0.0.0]", "[64:ff9b::a9fe:a9fe]",
        ])
    func forbidden(host: String) async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        for scheme in ["http", "https"] {
            let request = HTTPRequest(url: "\(scheme)://\(host):9/secret")
            let found = await failure(of: request, over: transport)
            #expect(found == .refusedURL(.forbiddenAddress), "\(scheme)://\(host)")
        }
    }

    @Test(
        "http does not leave the own network",
        arguments: ["8.8.8.8", "134744072", "[2a00:1450::1]", "[::ffff:8.8.8.8]", "172.32.0.1"])
    func plainText(host: String) async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        let request = HTTPRequest(url: "http://\(host):9/secret")
        let found = await failure(of: request, over: transport)
        #expect(found == .refusedURL(.plainTextOutsideOwnNetwork))
    }

    @Test(
        "http to this machine is fine in any spelling", arguments: ["localhost", "127.1", "0x7f.1"])
    func loopback(host: String) async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let request = HTTPRequest(url: "http://\(host):\(server.port)/")
            let response = try await transport.send(request)
            #expect(response.status == 200)
        }
    }

    @Test("plain http does not go through a proxy, and the environment's proxy is not used")
    func proxy() async throws {
        let proxy = try LoopbackServer { _ in .text("from the proxy") }
        defer { proxy.stop() }
        let options = TransportOptions(proxy: proxy.url(""))
        try await withLoopback(options: options, { _ in .text("direct") }) { server, transport in
            let response = try await transport.send(HTTPRequest(url: server.url("/")))
            #expect(response.body == Array("direct".utf8))
            let tunnel = HTTPRequest(url: "https://bank.example/secret")
            _ = await failure(of: tunnel, over: transport)
            #expect(proxy.requests.map(\.method) == ["CONNECT"])
            #expect(proxy.requests.first?.path == "bank.example:443")
        }
    }

    @Test("no error shows anything of the request")
    func nothingLeaks() async throws {
        try await withLoopback({ _ in .reset }) { server, transport in
            let headers = [HTTPHeader("Authorization", "Bearer hemmelig")]
            let urls = [
                server.url("/hemmelig?token=hemmelig"), "http://8.8.8.8/hemmelig",
                "https://no-such-host.invalid/hemmelig", "https://u:hemmelig@host/",
                "https://host/hemmelig x", "hemmelig://x/",
            ]
            for url in urls {
                let request = HTTPRequest(url: url, headers: headers, body: Array("hemmelig".utf8))
                let found = try #require(await failure(of: request, over: transport))
                #expect(!"\(found) \(String(reflecting: found))".contains("hemmelig"))
            }
        }
    }
}
