import Alerts
import Foundation
import HTTP
import Rules
import TestSupport
import Testing
import Threads

@testable import Channels

@Suite("terminal channel", .io)
struct TerminalChannelTests {
    private let lines = Lock<[String]>([])

    private func channel(colour: Bool = false, zone: String = "Europe/Oslo") -> TerminalChannel {
        TerminalChannel(
            usesColour: colour, timeZone: TimeZone(identifier: zone) ?? .gmt,
            write: { [lines] line in
                lines.withLock { $0.append(line) }
                return true
            })
    }

    @Test("a line that nobody takes is tried again")
    func nobodyReads() async {
        let outcome = await TerminalChannel(write: { _ in false }).deliver(
            SampleNotification.level())
        guard case .retry(let problem, after: nil) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(problem.reason == .unreachable)
    }

    @Test(
        "one line: local time, mark, title and body",
        arguments: [
            (Urgency.low, "-"), (.normal, "*"), (.critical, "!"),
        ])
    func line(urgency: Urgency, mark: String) async {
        let outcome = await channel().deliver(SampleNotification.level(urgency: urgency))
        #expect(outcome == .delivered)
        #expect(
            lines.withLock { $0 } == [
                "2026-03-06 10:00 \(mark) Brukskonto: 95,00 kr — balance under 100 NOK"
            ])
    }

    @Test("nothing that could steer the terminal gets through")
    func hostile() async {
        let notification = SampleNotification.level(
            title: "\u{1B}]0;x\u{7}A\nB", body: "C\u{9B}2J\u{202E}D")
        _ = await channel(zone: "UTC").deliver(notification)
        #expect(lines.withLock { $0 } == ["2026-03-06 09:00 *  ]0;x A B — C 2JD"])
    }

    @Test("without a body only the title is written")
    func noBody() async {
        _ = await channel(zone: "UTC").deliver(SampleNotification.level(body: ""))
        #expect(lines.withLock { $0 } == ["2026-03-06 09:00 * Brukskonto: 95,00 kr"])
    }

    @Test(
        "colours only when told so",
        arguments: [
            (SampleNotification.level(urgency: .critical), "\u{1B}[1;31m"),
            (SampleNotification.level(urgency: .critical, type: .resolved), "\u{1B}[32m"),
            (SampleNotification.level(urgency: .low), "\u{1B}[2m"),
        ])
    func colours(notification: AlertNotification, start: String) async {
        _ = await channel(colour: true, zone: "UTC").deliver(notification)
        _ = await channel(zone: "UTC").deliver(notification)
        let written = lines.withLock { $0 }
        #expect(written[0].contains(start) && written[0].hasSuffix("\u{1B}[0m"))
        #expect(!written[1].contains("\u{1B}"))
    }
}
