import HTTP
import TestSupport
import Testing

@testable import Service

@Suite("The receiver of a browser that comes back from a bank", .io)
struct RedirectReceiverTests {
    @Test("takes the first request of its path, with an answer for the person, and is gone")
    func first() async throws {
        let receiver = RedirectReceiver(path: "/callback")
        let port = try await receiver.start(port: 0)
        let transport = CurlTransport()
        defer { transport.close() }
        let icon = try await transport.send(
            HTTPRequest(url: "http://127.0.0.1:\(port)/favicon.ico"))
        #expect(icon.status == 404)
        let page = try await transport.send(
            HTTPRequest(url: "http://localhost:\(port)/callback?code=c%2F1&state=s"))
        #expect(page.status == 200)
        #expect(String(decoding: page.body, as: UTF8.self).contains("Go back to the terminal"))
        #expect(await receiver.answer() == "/callback?code=c%2F1&state=s")
        await #expect(throws: TransportError.self) {
            _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port)/callback"))
        }
    }
}
