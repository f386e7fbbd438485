public import Alerts
import Finance
public import Foundation
import Rules

/// Writes one line per notification: time, urgency, what happened.
///
/// ```
/// 2026-03-06 10:00 ! Brukskonto: 95,00 kr — balance under 100 NOK
/// ```
/// The mark is `!` for critical, `*` for normal, `-` for low urgency.
public struct TerminalChannel: Channel {
    public let name: String
    private let usesColour: Bool
    private let timeZone: TimeZone
    private let write: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - usesColour: whether lines contain colours (ANSI sequences); not when the output is
    ///     piped.
    ///   - write: gets each line without a line end, from any task, and returns whether it was
    ///     written.
    public init(
        name: String = "terminal", usesColour: Bool = false, timeZone: TimeZone = .current,
        write: @escaping @Sendable (String) -> Bool
    ) {
        self.name = name
        self.usesColour = usesColour
        self.timeZone = timeZone
        self.write = write
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        if write(line(for: notification)) { return .delivered }
        return .retry(
            .unreachable, "nobody reads standard output",
            fix: "let its reader continue, or use another channel for these rules")
    }

    private func line(for notification: AlertNotification) -> String {
        let title = DisplayText.line(notification.data.title, limit: 200)
        let body = DisplayText.line(notification.data.body, limit: 400)
        let text = body.isEmpty ? title : "\(title) — \(body)"
        let time = InstantText.minute(notification.timestamp, in: timeZone)
        let head = "\(time) \(mark(notification.data.urgency)) "
        guard usesColour, let colour = colour(of: notification) else { return head + text }
        return "\(head)\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }

    private func mark(_ urgency: Urgency) -> String {
        switch urgency {
        case .low: "-"
        case .normal: "*"
        case .critical: "!"
        }
    }

    /// Bold red for critical, green for ends, dim for low, nothing for the rest.
    private func colour(of notification: AlertNotification) -> String? {
        switch MessageParts.Tone(notification) {
        case .over: "32"
        case .urgent: "1;31"
        case .quiet: "2"
        case .news: nil
        }
    }
}
