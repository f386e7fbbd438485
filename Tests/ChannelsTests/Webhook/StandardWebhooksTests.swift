import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Channels

/// What a receiver built with the reference library (PyPI `standardwebhooks`) says.
@Suite("webhook: reference library", .programs)
struct StandardWebhooksTests {
    /// A Python with the library, made once beside the build; needs `pip` and its index.
    private static func python() async throws -> String {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("standardwebhooks-1.1.0")
        let python = folder.appendingPathComponent("bin/python").path
        let script = """
            set -e
            "$1/bin/python" -c 'import standardwebhooks' 2>/dev/null && exit 0
            python3 -m venv "$1"
            "$1/bin/pip" install --quiet --disable-pip-version-check standardwebhooks==1.1.0
            """
        let process = try ForeignProcess(["bash", "-c", script, "bash", folder.path])
        let code = try await process.exitCode()
        try #require(code == 0, "no reference library: \(process.errorText)")
        return python
    }

    private static var script: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scripts/verify-webhook.py").path
    }

    private func line(
        _ secret: String, _ request: HTTPRequest, changing name: String? = nil,
        to value: String = ""
    ) throws -> String {
        var headers: [String: String] = [:]
        for header in request.headers { headers[header.name.lowercased()] = header.value }
        var body = String(decoding: request.body ?? [], as: UTF8.self)
        if name == "body" { body += value } else if let name { headers[name] = value }
        let object: [String: Any] = ["secret": secret, "body": body, "headers": headers]
        let data = try JSONSerialization.data(withJSONObject: object)
        return String(decoding: data, as: UTF8.self)
    }

    private func request(_ secrets: [String], at date: Date) async throws -> HTTPRequest {
        let transport = ScriptedTransport { (_) throws(TransportError) in HTTPResponse(status: 204)
        }
        let receiver = WebhookReceiver.json(
            url: Secret("https://example.org/x"),
            signingSecrets: try secrets.map { try #require(SigningSecret(Secret($0))) })
        let channel = try WebhookChannel(
            name: "hook", receiver: receiver, transport: transport,
            clock: WebhookChannel.Clock(now: { date }))
        let notification = SampleNotification.level(
            title: "Lønnskonto: 95,00 kr ✓", body: "«æøå» \\ \" / é")
        #expect(await channel.deliver(notification) == .delivered)
        return try #require(transport.requests.first)
    }

    @Test("accepts what we sign, also while keys change, and nothing that was altered")
    func verdicts() async throws {
        let new = "whsec_" + Data((0..<32).map { UInt8($0) }).base64EncodedString()
        let old = "whsec_" + Data(repeating: 9, count: 24).base64EncodedString()
        let other = "whsec_" + Data(repeating: 1, count: 64).base64EncodedString()
        let request = try await request([new, old], at: Date())
        let late = try await self.request([new], at: Date(timeIntervalSinceNow: -400))
        let cases: [(line: String, isGood: Bool)] = [
            (try line(new, request), true), (try line(old, request), true),
            (try line(other, request), false),
            (try line(new, request, changing: "body", to: " "), false),
            (try line(new, request, changing: "webhook-id", to: "ntc_2"), false),
            (
                try line(
                    new, request, changing: "webhook-timestamp",
                    to: "\(Int(Date().timeIntervalSince1970) + 9)"), false
            ),
            (try line(new, late), false),
        ]
        let checker = try ForeignProcess([try await Self.python(), Self.script])
        for (number, item) in cases.enumerated() {
            checker.send(item.line)
            let answer = try await checker.line(startingWith: "")
            #expect((answer == "ok") == item.isGood, "case \(number): \(answer)")
        }
        checker.endInput()
        #expect(try await checker.exitCode() == 0)
    }
}
