import Alerts
import Finance
import HTTP
import TestSupport
import Testing

@testable import Channels

/// What the port asks of every channel, asked of each of ours.
@Suite("channels: conformance")
struct ChannelConformanceTests {
    @Test("terminal")
    func terminal() async throws {
        try await ChannelConformance(
            name: "terminal", makeChannel: { TerminalChannel(write: { _ in }) }
        ).run()
    }

    @Test("desktop")
    func desktop() async throws {
        try await ChannelConformance(
            name: "desktop",
            makeChannel: { Self.desktop { _ in } },
            makeHanging: { Self.desktop { $0.holdShows(true) } },
            makeFailing: { Self.desktop { desktop in desktop.fail("connect", .noAddress) } }
        ).run()
    }

    @Test("webhook", arguments: WebhookFormat.allCases)
    func webhook(format: WebhookFormat) async throws {
        try await ChannelConformance(
            name: "hook",
            makeChannel: {
                try Self.webhook(format) { (_) throws(TransportError) in
                    HTTPResponse(status: 200, body: Array("ok".utf8))
                }
            },
            makeHanging: {
                let gate = OneAnswer<Bool>()
                return try Self.webhook(format) { (_) throws(TransportError) in
                    await withTaskCancellationHandler {
                        _ = await gate.value()
                    } onCancel: {
                        gate.give(true)
                    }
                    throw .cancelled
                }
            },
            makeFailing: {
                try Self.webhook(format) { (_) throws(TransportError) in
                    HTTPResponse(status: 503)
                }
            }
        ).run()
    }

    private static func desktop(_ prepare: (ScriptedDesktop) -> Void) -> DesktopChannel {
        let desktop = ScriptedDesktop()
        prepare(desktop)
        let pause = ManualPause()
        return DesktopChannel(
            now: { ContinuousClock.now }, pause: { try await pause.pause($0) },
            makeSession: { () throws(DesktopFailure) in desktop })
    }

    private static func webhook(
        _ format: WebhookFormat, _ answer: @escaping ScriptedTransport.Answer
    ) throws -> WebhookChannel {
        try WebhookChannel(
            name: "hook", url: Secret("https://example.org/x"),
            options: WebhookOptions(format: format),
            transport: ScriptedTransport(answering: answer))
    }
}
