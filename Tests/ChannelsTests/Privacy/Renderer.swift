import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@testable import Channels

/// One way in which a notification is turned into what goes out.
struct Renderer: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether it passes the published notification on as it is, for programs.
    var isForPrograms = false
    /// Everything of the notification that goes out, as a text.
    let render: @Sendable (AlertNotification) async throws -> String

    var testDescription: String { name }

    /// A renderer of each family.
    static let all: [Renderer] =
        FormatCase.all.map { webhook($0) } + [mail, mqtt, terminal, popup]

    private static func webhook(_ format: FormatCase) -> Renderer {
        let isForPrograms = ["json", "home-assistant"].contains(format.name)
        return Renderer(name: format.name, isForPrograms: isForPrograms) { notification in
            let transport = ScriptedTransport { (_) throws(TransportError) in format.success }
            #expect(await (try format.channel(transport)).deliver(notification) == .delivered)
            let request = try #require(transport.requests.first)
            let headers = request.headers.map(\.value).joined(separator: "\n")
            let text = String(decoding: request.body ?? [], as: UTF8.self)
            let plain = text.replacing("+", with: " ").removingPercentEncoding ?? text
            return headers + "\n" + plain
        }
    }

    private static let mail = Renderer(name: "mail") { notification in
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org",
            recipients: ["kari@example.org"])
        let bytes = MailMessage(
            notification: notification, channel: "post", request: request, timeZone: .gmt
        ).bytes
        return String(decoding: bytes, as: UTF8.self).replacing("=\r\n", with: "")
    }

    private static let mqtt = Renderer(name: "mqtt", isForPrograms: true) { notification in
        let transport = ScriptedMessages()
        let channel = try MQTTChannel(
            name: "home", request: MQTTRequest(url: "mqtt://127.0.0.1", topic: "saldovakt"),
            transport: transport)
        #expect(await channel.deliver(notification) == .delivered)
        return String(decoding: try #require(transport.messages.first).payload, as: UTF8.self)
    }

    private static let terminal = Renderer(name: "terminal") { notification in
        let lines = Lock<[String]>([])
        let channel = TerminalChannel(timeZone: .gmt) { line in
            lines.withLock { $0.append(line) }
            return true
        }
        #expect(await channel.deliver(notification) == .delivered)
        return lines.withLock { $0.joined(separator: "\n") }
    }

    private static let popup = Renderer(name: "desktop") { notification in
        let popup = DesktopPopup(notification)
        return popup.title + "\n" + popup.body
    }
}
