import SandboxBank
import TestSupport
import Testing

@Suite("The receiver of the demo takes webhooks", .io)
struct WebhookReceiverTests {
    @Test("every POST is confirmed and handed over, anything else is refused")
    func receives() async throws {
        let receiver = WebhookReceiver()
        let client = TestClient(port: try await receiver.start())
        let answer = try await client.send(
            "POST", "/hook", headers: ["Webhook-Id: one"], body: #"{"a":1}"#)
        #expect(answer.status == 204)
        #expect(try await client.send("GET", "/hook").status == 405)
        await receiver.stop()
        var received: [WireRequest] = []
        for await request in receiver.requests { received.append(request) }
        #expect(received.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"a":1}"#])
        #expect(received.first?.header("webhook-ID") == "one")
    }
}
