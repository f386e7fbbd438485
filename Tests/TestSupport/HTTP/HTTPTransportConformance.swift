public import HTTP
import Testing

/// What every ``HTTP/HTTPTransport`` has to do, as checks that fail the running test.
///
/// The routes of ``answer(to:)`` have to be reachable under `base`, through a ``LoopbackServer`` or
/// played by a fake.
public struct HTTPTransportConformance: Sendable {
    private let transport: any HTTPTransport
    private let base: String

    /// Checks `transport` against the routes at `base`, such as `http://127.0.0.1:8080`.
    public init(_ transport: any HTTPTransport, base: String) {
        self.transport = transport
        self.base = base
    }

    /// The routes that the checks use.
    public static func answer(to request: LoopbackRequest) -> LoopbackAnswer {
        if request.path.hasPrefix("/status/") {
            return .text("body", status: Int(request.path.dropFirst(8)) ?? 500)
        }
        switch request.path {
        case "/echo": return .echo
        case "/redirect": return .respond(status: 302, headers: [("Location", "/echo")])
        case "/big": return .respond(status: 200, body: [UInt8](repeating: 0x61, count: 100_000))
        case "/hang": return .hang
        case "/reset": return .reset
        case "/cut": return .cutAfterHeaders
        default: return .text("no such route", status: 404)
        }
    }

    /// Runs every check.
    public func run() async throws {
        for status in [200, 201, 204, 304, 400, 401, 404, 429, 500, 503] {
            try await returnsEveryStatus(status)
        }
        try await sendsMethodHeadersAndBody()
        try await returnsRedirects()
        try await findsHeadersInAnyCase()
        await refusesBigBodies()
        await reportsBrokenConnections()
        await refusesBadRequests()
        await endsWhenCancelled()
        await sendsNothingWhenCancelledBefore()
        await goesOnAfterCancellations()
    }

    private func returnsEveryStatus(_ status: Int) async throws {
        let response = try await transport.send(request("/status/\(status)"))
        #expect(response.status == status)
        #expect(response.body == (status == 204 || status == 304 ? [] : Array("body".utf8)))
    }

    private func sendsMethodHeadersAndBody() async throws {
        for method in [HTTPRequest.Method.post, .put] {
            var request = request("/echo")
            request.method = method
            request.headers = [HTTPHeader("X-Test", "a b"), HTTPHeader("Content-Type", "text/x")]
            request.body = [0x00, 0xff, 0x0a]
            let response = try await transport.send(request)
            let head = String(decoding: response.body.dropLast(3), as: UTF8.self)
            #expect(head.hasPrefix("\(method.rawValue) /echo\n"))
            #expect(head.contains("X-Test: a b\n"))
            #expect(head.contains("Content-Type: text/x\n"))
            #expect(response.body.suffix(3) == [0x00, 0xff, 0x0a])
        }
    }

    private func returnsRedirects() async throws {
        let response = try await transport.send(request("/redirect"))
        #expect(response.status == 302)
        #expect(response.header("Location") == "/echo")
    }

    private func findsHeadersInAnyCase() async throws {
        let response = try await transport.send(request("/status/200"))
        #expect(response.header("content-TYPE") == "text/plain")
        #expect(response.header("content") == nil)
    }

    private func refusesBigBodies() async {
        var request = request("/big")
        request.maximumBodyBytes = 99_999
        await expectError(.bodyTooLarge(status: 200), from: request)
        request.maximumBodyBytes = 100_000
        await expectError(nil, from: request)
    }

    private func reportsBrokenConnections() async {
        await expectError(.connectionLost, from: request("/reset"))
        await expectError(.connectionLost, from: request("/cut"))
    }

    private func refusesBadRequests() async {
        await expectError(.refusedURL(.malformed), from: HTTPRequest(url: "nonsense"))
        await expectError(.refusedURL(.scheme), from: HTTPRequest(url: "file:///etc/passwd"))
        let withPassword = HTTPRequest(url: "https://user:word@bank.example/")
        await expectError(.refusedURL(.credentials), from: withPassword)
        await expectError(.refusedURL(.forbiddenCharacter), from: request("/a b"))
        var withBreak = request("/echo")
        withBreak.headers = [HTTPHeader("X-Test", "a\r\nX-More: b")]
        await expectError(.refusedHeader("X-Test"), from: withBreak)
    }

    private func endsWhenCancelled() async {
        let task = Task { await failure(of: request("/hang")) }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    private func sendsNothingWhenCancelledBefore() async {
        let task = Task {
            await waitForCancellation()
            return await failure(of: request("/status/200"))
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    /// Many at once, every other one cancelled at any moment: each ends, and the transport goes on.
    private func goesOnAfterCancellations() async {
        await withTaskGroup(of: TransportError?.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = Task { await failure(of: request("/echo")) }
                    if number.isMultiple(of: 2) { task.cancel() }
                    return await task.value
                }
            }
            for await failure in group { #expect(failure == nil || failure == .cancelled) }
        }
        await expectError(nil, from: request("/echo"))
    }

    private func request(_ path: String) -> HTTPRequest {
        HTTPRequest(url: base + path)
    }

    private func expectError(_ expected: TransportError?, from request: HTTPRequest) async {
        let found = await failure(of: request)
        #expect(found == expected)
    }

    private func failure(of request: HTTPRequest) async -> TransportError? {
        do {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error
        }
    }
}
