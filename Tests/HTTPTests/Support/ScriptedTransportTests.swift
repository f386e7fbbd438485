import HTTP
import TestSupport
import Testing

@Suite("The scripted transport", .io)
struct ScriptedTransportTests {
    @Test("does what every transport has to do")
    func conformance() async throws {
        let transport = ScriptedTransport.playing(HTTPTransportConformance.answer)
        try await HTTPTransportConformance(transport, base: "http://127.0.0.1:1").run()
    }

    @Test("answers in the order of the script and keeps what was asked")
    func steps() async throws {
        let transport = ScriptedTransport([
            ScriptedStep(.post, "/token", answer: .json("{}")),
            ScriptedStep(.get, "/accounts", failure: .unreachable),
        ])
        let post = HTTPRequest(method: .post, url: "https://bank.example/token")
        let response = try await transport.send(post)
        #expect(response.status == 200)
        #expect(transport.remainingSteps == 1)
        let get = HTTPRequest(url: "https://bank.example/accounts")
        #expect(await failure(of: get, over: transport) == .unreachable)
        #expect(transport.requests.map(\.url) == [post.url, get.url])
    }

    @Test("a call that the script does not foresee fails the test")
    func unscripted() async {
        let transport = ScriptedTransport([ScriptedStep(.get, "/a", answer: .json("{}"))])
        await withKnownIssue {
            let wrong = HTTPRequest(url: "https://bank.example/b")
            #expect(await failure(of: wrong, over: transport) == .other(code: -1))
        }
    }
}
