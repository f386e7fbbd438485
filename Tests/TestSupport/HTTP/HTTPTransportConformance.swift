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
        await sendsBatches()
        await endsBatchesWhenTold()
        await endsBatchesWhenCancelled()
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

    private func sendsBatches() async {
        let paths = ["/status/200", "/status/503", "/status/404", "/cut", "/a b", "/status/200"]
        let batch = RequestBatch(count: 60) { [base] in
            HTTPRequest(url: base + paths[$0 % paths.count])
        }
        let results = await transport.send(batch)
        let expected = ["200", "503", "404", "connectionLost", "refused", "200"]
        #expect(results.map(word) == (0..<60).map { expected[$0 % expected.count] })
        let none = await transport.send(
            RequestBatch(count: 0) { [base] _ in HTTPRequest(url: base) })
        #expect(none.isEmpty)
    }

    private func endsBatchesWhenTold() async {
        let batch = RequestBatch(
            count: 200, goesOn: { (try? $0.get())?.status != 410 },
            request: { [base] _ in HTTPRequest(url: base + "/status/410") })
        let words = await transport.send(batch).map(word)
        let begun = words.prefix { $0 == "410" }
        #expect((1...64).contains(begun.count))
        #expect(words.dropFirst(begun.count).allSatisfy { $0 == "-" })
    }

    private func endsBatchesWhenCancelled() async {
        let batch = RequestBatch(count: 200) { [base] _ in HTTPRequest(url: base + "/hang") }
        let task = Task { await transport.send(batch) }
        task.cancel()
        let words = await task.value.map(word)
        #expect(words.count == 200)
        #expect(words.allSatisfy { $0 == "-" || $0 == "cancelled" })
    }

    private func word(_ result: Result<HTTPResponse, TransportError>?) -> String {
        switch result {
        case nil: "-"
        case .success(let response)?: String(response.status)
        case .failure(.refusedURL)?: "refused"
        case .failure(.connectionLost)?: "connectionLost"
        case .failure(let error)?: error.description
        }
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
