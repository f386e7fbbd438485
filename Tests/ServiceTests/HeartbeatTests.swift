import HTTP
import TestSupport
import Testing

@testable import Service

@Suite("The heartbeat", .io)
struct HeartbeatTests {
    private let url = "https://hc.example/ping/hunter2"

    @Test("asks the address after a complete cycle and /fail after another")
    func addresses() async {
        let transport = ScriptedTransport([
            .init(.get, "/ping/hunter2", answer: HTTPResponse(status: 200)),
            .init(.get, "/ping/hunter2/fail", answer: HTTPResponse(status: 204)),
        ])
        let heartbeat = Heartbeat(url: url, transport: transport)
        #expect(await heartbeat.complete() == .reported)
        #expect(await heartbeat.fail() == .reported)
        #expect(transport.requests.map(\.url) == [url, url + "/fail"])
        #expect(transport.requests.allSatisfy { $0.timeout == Heartbeat.timeout })
    }

    @Test(
        "puts /fail behind the path, before any query",
        arguments: [
            ("https://a.example/x", "https://a.example/x/fail"),
            ("https://a.example/x/", "https://a.example/x/fail"),
            ("https://a.example/x?k=a/b", "https://a.example/x/fail?k=a/b"),
            ("https://a.example/x?k=1#top", "https://a.example/x/fail?k=1"),
            ("https://a.example", "https://a.example/fail"),
        ])
    func failureAddresses(url: String, expected: String) {
        #expect(Heartbeat.failureAddress(url) == expected)
    }

    @Test("tells a refusal by its status and never throws")
    func refusals() async {
        let transport = ScriptedTransport([
            .init(.get, "/ping", answer: HTTPResponse(status: 404)),
            .init(.get, "/ping", answer: HTTPResponse(status: 302)),
            .init(.get, "/ping", failure: .unreachable),
            .init(.get, "/ping", failure: .bodyTooLarge(status: 200)),
            .init(.get, "/ping", failure: .bodyTooLarge(status: 500)),
        ])
        let heartbeat = Heartbeat(url: url, transport: transport)
        #expect(await heartbeat.complete() == .refused(status: 404))
        #expect(await heartbeat.complete() == .refused(status: 302))
        #expect(await heartbeat.complete() == .failed(.unreachable))
        #expect(await heartbeat.complete() == .reported)
        #expect(await heartbeat.complete() == .refused(status: 500))
    }

    @Test("returns at once when its task is cancelled")
    func cancellation() async {
        let transport = ScriptedTransport { (_) throws(TransportError) in throw .cancelled }
        let heartbeat = Heartbeat(url: url, transport: transport)
        #expect(await heartbeat.complete() == .failed(.cancelled))
    }

    @Test("never shows its address")
    func descriptions() async {
        let transport = ScriptedTransport([.init(.get, "/ping", failure: .timedOut)])
        let heartbeat = Heartbeat(url: url, transport: transport)
        let outcome = await heartbeat.complete()
        var dumped = ""
        dump(heartbeat, to: &dumped)
        for text in ["\(heartbeat)", String(reflecting: heartbeat), dumped, "\(outcome)"] {
            #expect(!text.contains("hunter2"))
        }
    }
}
