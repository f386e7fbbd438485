import HTTP
import TestSupport
import Testing

@Suite("Exchanges through libcurl", .io)
struct CurlTransportTests {
    @Test("does what every transport has to do")
    func conformance() async throws {
        try await withLoopback(HTTPTransportConformance.answer) { server, transport in
            try await HTTPTransportConformance(transport, base: server.url("")).run()
        }
    }

    @Test("sends nothing but what was asked for")
    func exactHeaders() async throws {
        let options = TransportOptions(userAgent: "saldovakt/1.2.3")
        try await withLoopback(options: options, { _ in .echo }) { server, transport in
            let body = [UInt8](repeating: 0x62, count: 5_000)
            let headers = [HTTPHeader("X-Empty", ""), HTTPHeader("X-Text", "Blåbær")]
            let post = HTTPRequest(
                method: .post, url: server.url("/p?q=1#part"), headers: headers, body: body)
            _ = try await transport.send(post)
            let received = try #require(server.requests.first)
            #expect(received.path == "/p?q=1")
            #expect(received.body == body)
            let expected = [
                HTTPHeader("Host", "127.0.0.1:\(server.port)"),
                HTTPHeader("User-Agent", "saldovakt/1.2.3"), HTTPHeader("Accept", "*/*"),
                HTTPHeader("X-Empty", ""), HTTPHeader("X-Text", "Blåbær"),
                HTTPHeader("Content-Length", "5000"),
            ]
            #expect(received.headers == expected)
        }
    }

    @Test("a POST without a body says so")
    func emptyBody() async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            _ = try await transport.send(HTTPRequest(method: .post, url: server.url("/")))
            #expect(server.requests.first?.header("Content-Length") == "0")
            #expect(server.requests.first?.header("Content-Type") == nil)
        }
    }

    @Test(
        "Retry-After is read in both forms and kept in range; one of no time is none",
        arguments: [
            ("7", Duration.seconds(7)), ("0", nil), ("-5", nil),
            ("99999999999", .seconds(604_800)),
            ("Fri, 31 Dec 2094 23:59:59 GMT", .seconds(604_800)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", nil), ("nonsense", nil),
        ] as [(String, Duration?)])
    func retryAfter(value: String, expected: Duration?) async throws {
        let answer = LoopbackAnswer.respond(status: 429, headers: [("Retry-After", value)])
        try await withLoopback({ _ in answer }) { server, transport in
            let response = try await transport.send(HTTPRequest(url: server.url("/")))
            #expect(response.retryAfter == expected)
        }
    }

    @Test("without the header there is no Retry-After")
    func noRetryAfter() async throws {
        try await withLoopback({ _ in .respond(status: 429) }) { server, transport in
            let response = try await transport.send(HTTPRequest(url: server.url("/")))
            #expect(response.retryAfter == nil)
        }
    }

    @Test("a compressed body is handed over as it is")
    func noDecompression() async throws {
        let headers = [("Content-Encoding", "gzip")]
        let answer = LoopbackAnswer.respond(status: 200, headers: headers, body: [0x1f, 0x8b, 0])
        try await withLoopback({ _ in answer }) { server, transport in
            let response = try await transport.send(HTTPRequest(url: server.url("/")))
            #expect(response.body == [0x1f, 0x8b, 0])
            #expect(server.requests.first?.header("Accept-Encoding") == nil)
        }
    }

    @Test("an interim answer is not mistaken for the answer")
    func interim() async throws {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        let text = hints + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        try await withLoopback({ _ in .raw(Array(text.utf8)) }) { server, transport in
            let response = try await transport.send(HTTPRequest(url: server.url("/")))
            #expect(response.status == 200)
            #expect(response.headers == [HTTPHeader("Content-Length", "2")])
            #expect(response.body == Array("ok".utf8))
        }
    }

    @Test("what is not HTTP is said to be so", arguments: ["220 mail ready\r\n", "\u{0}\u{1}"])
    func notHTTP(text: String) async throws {
        try await withLoopback({ _ in .raw(Array(text.utf8)) }) { server, transport in
            let request = HTTPRequest(url: server.url("/"))
            #expect(await failure(of: request, over: transport) == .malformedResponse)
        }
    }

    @Test("nobody listening is unreachable, and so is a name that does not exist")
    func unreachable() async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        let server = try LoopbackServer { _ in .echo }
        let url = server.url("/")
        _ = try await transport.send(HTTPRequest(url: url))
        server.stop()
        // The listening socket goes away when its thread has noticed.
        var found: TransportError?
        repeat {
            found = await failure(of: HTTPRequest(url: url), over: transport)
        } while found
            == .connectionLost || found == nil
        #expect(found == .unreachable)
        let noSuchName = HTTPRequest(url: "https://no-such-host.invalid/")
        #expect(await failure(of: noSuchName, over: transport) == .unreachable)
    }
}
