import Alerts
import Finance
import Foundation
import HTTP
import Programs
import TestSupport
import Testing
import Threads

@testable import Channels

/// What the port asks of every channel, asked of each of ours.
@Suite("channels: conformance", .io)
struct ChannelConformanceTests {
    @Test("terminal")
    func terminal() async throws {
        try await ChannelConformance(
            name: "terminal", makeChannel: { TerminalChannel(write: { _ in true }) }
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

    @Test("webhook", arguments: FormatCase.all)
    func webhook(format: FormatCase) async throws {
        try await ChannelConformance(
            name: "hook",
            makeChannel: {
                try format.channel(
                    ScriptedTransport { (_) throws(TransportError) in format.success })
            },
            makeHanging: {
                try format.channel(
                    ScriptedTransport { (_) throws(TransportError) in
                        try await Self.waitForCancellation()
                    })
            },
            makeFailing: {
                try format.channel(
                    ScriptedTransport { (_) throws(TransportError) in HTTPResponse(status: 503) })
            }
        ).run()
    }

    @Test("mail")
    func mail() async throws {
        try await ChannelConformance(
            name: "post", makeChannel: { try Self.mail(ScriptedMessages()) },
            makeHanging: { try Self.mail(ScriptedMessages(hangs: true)) },
            makeFailing: { try Self.mail(ScriptedMessages(code: 554)) }
        ).run()
    }

    @Test("MQTT")
    func mqtt() async throws {
        try await ChannelConformance(
            name: "home", makeChannel: { try Self.mqtt(ScriptedMessages()) },
            makeHanging: { try Self.mqtt(ScriptedMessages(hangs: true)) },
            makeFailing: { try Self.mqtt(ScriptedMessages(failure: .unreachable)) }
        ).run()
    }

    @Test("command")
    func command() async throws {
        try await ChannelConformance(
            name: "own",
            makeChannel: {
                CommandChannel(name: "own", program: ProcessSpec(command: ["/bin/true"]))
            },
            makeHanging: {
                CommandChannel(name: "own", program: ProcessSpec(command: ["/bin/sleep", "1000"]))
            },
            makeFailing: {
                CommandChannel(name: "own", program: ProcessSpec(command: ["/bin/false"]))
            }
        ).run()
    }

    private static func mail(_ messages: ScriptedMessages) throws -> MailChannel {
        try MailChannel(
            name: "post",
            request: MailRequest(
                url: "smtps://mail.example", sender: "vakt@example.org",
                recipients: ["kari@example.org"]), timeZone: .gmt, transport: messages)
    }

    private static func mqtt(_ messages: ScriptedMessages) throws -> MQTTChannel {
        try MQTTChannel(
            name: "home", request: MQTTRequest(url: "mqtt://broker.example", topic: "a/b"),
            transport: messages)
    }

    private static func desktop(_ prepare: (ScriptedDesktop) -> Void) -> DesktopChannel {
        let desktop = ScriptedDesktop()
        prepare(desktop)
        let pause = ManualPause()
        return DesktopChannel(
            now: { ContinuousClock.now }, pause: { try await pause.pause($0) },
            makeSession: { () throws(DesktopFailure) in desktop })
    }

    private static func waitForCancellation() async throws(TransportError) -> HTTPResponse {
        let gate = OneAnswer<Bool>()
        await withTaskCancellationHandler {
            _ = await gate.value()
        } onCancel: {
            gate.give(true)
        }
        throw .cancelled
    }
}
