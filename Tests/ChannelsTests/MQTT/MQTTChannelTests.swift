import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Channels

@Suite("MQTT", .programs)
struct MQTTChannelTests {
    private func channel(
        _ port: Int, topic: String = "saldovakt/alerts", password: String = "hemmelig"
    ) throws -> MQTTChannel {
        let request = MQTTRequest(
            url: "mqtt://127.0.0.1:\(port)", topic: topic,
            login: Login(Secret("vakt"), Secret(password)))
        return try MQTTChannel(name: "home", request: request, transport: CurlTransport())
    }

    private func makeBroker() async throws -> (process: ForeignProcess, port: Int, folder: URL) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mqtt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (process, port) = try await PythonTools.listening([
            PythonTools.script("mqtt-broker.sh"), folder.path,
        ])
        return (process, port, folder)
    }

    @Test("a real broker gets the notice on its topic, and says no to a wrong password")
    func broker() async throws {
        let (process, port, folder) = try await makeBroker()
        defer {
            process.endInput()
            try? FileManager.default.removeItem(at: folder)
        }
        let notification = SampleNotification.level(
            title: "Lønnskonto: 95,00 kr", body: "«æøå» \\ \"")
        let topic = "saldovakt/lønn konto"
        let channel = try channel(port, topic: topic)
        // The broker may take a moment to know its listener.
        var line: String?
        _ = await eventually {
            guard await channel.deliver(notification) == .delivered else { return false }
            line = process.lines.first { $0.hasPrefix("saldovakt/") }
            return line != nil
        }
        let text = String(decoding: NotificationCoding.bytes(notification), as: UTF8.self)
        #expect(line == "\(topic) \(text)")
        let refused = try self.channel(port, password: "hunter2")
        let outcome = await refused.deliver(notification)
        #expect(outcome.problem?.reason == .auth && outcome.wait == .seconds(3_600))
        #expect(!"\(outcome)".contains("hunter2"))
    }

    @Test("nobody there is tried again")
    func nobody() async throws {
        let outcome = await (try channel(1)).deliver(SampleNotification.level())
        #expect(outcome.kind == "retry" && outcome.problem?.reason == .unreachable)
    }

    @Test(
        "a topic with a wildcard or a line break is refused before anything is sent",
        arguments: ["#", "a/+/b", "", "a\nb", "a\u{0}b"])
    func topic(text: String) {
        #expect(throws: ChannelSettingsError.refused(.refusedMessage("topic"))) {
            try channel(1, topic: text)
        }
    }

    @Test("does not leave the own network", arguments: ["8.8.8.8", "169.254.169.254"])
    func policy(host: String) async throws {
        let channel = try MQTTChannel(
            name: "home", request: MQTTRequest(url: "mqtt://\(host)", topic: "a"),
            transport: CurlTransport())
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == "channelClosed")
        #expect(outcome.problem?.problem.contains("https") == false)
    }
}
