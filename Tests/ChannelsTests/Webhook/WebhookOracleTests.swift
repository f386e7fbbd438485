import Alerts
import Foundation
import HTTP
import Rules
import TestSupport
import Testing

@testable import Channels

/// What others say about our requests: schemas written from the services' documentation, and what
/// Apprise sends to the same services.
@Suite("webhook: oracles", .programs)
struct WebhookOracleTests {
    private func line(_ format: FormatCase, _ notification: AlertNotification) async throws
        -> String
    {
        let transport = ScriptedTransport { (_) throws(TransportError) in format.success }
        #expect(await (try format.channel(transport)).deliver(notification) == .delivered)
        let request = try #require(transport.requests.first)
        let object: [String: Any] = [
            "format": format.name, "method": request.method.rawValue, "url": request.url,
            "headers": request.headers.map { [$0.name, $0.value] },
            "body": String(decoding: request.body ?? [], as: UTF8.self),
        ]
        let data = try JSONSerialization.data(withJSONObject: object)
        return String(decoding: data, as: UTF8.self)
    }

    @Test("every request has the documented shape, and the same fields as Apprise's")
    func shapes() async throws {
        let checker = try ForeignProcess([
            PythonTools.python, PythonTools.script("check-requests.py"),
        ])
        let notifications = [
            SampleNotification.level(), SampleNotification.level(title: "", body: ""),
            SampleNotification.level(urgency: .critical), SampleNotification.level(urgency: .low),
            SampleNotification.level(
                title: String(repeating: "<@æ👨‍👩‍👧`*", count: 900),
                body: String(repeating: "<@æ👨‍👩‍👧`*\n", count: 5_000)),
            SampleNotification.digest(lines: 300),
            SampleNotification.level(type: .resolved),
        ]
        for format in FormatCase.all where !["json", "home-assistant"].contains(format.name) {
            for (number, notification) in notifications.enumerated() {
                checker.send(try await line(format, notification))
                let answer = try await checker.line(startingWith: "")
                #expect(answer == "ok", "\(format.name), notice \(number)")
            }
        }
        // It can say no.
        let telegram = try FormatCase.named("telegram")
        checker.send(
            try await line(telegram, SampleNotification.level()).replacing(
                "telegram", with: "gotify"))
        #expect(try await checker.line(startingWith: "").hasPrefix("wrong: "))
        checker.endInput()
    }
}
