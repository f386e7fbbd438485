import Alerts
import Finance
import Rules

/// The sentences that the watcher adds to notices about the program itself (D64).
enum WatchTexts: Sendable {
    /// Why what waits for a channel that is no longer there is given up.
    static let channelIsGone = DeliveryProblem(
        reason: .other, problem: "the channel is no longer in the settings",
        fix: "take it into the settings again and use 'saldovakt alerts retry', or leave it")

    /// Why an entry that was taken is left as it was.
    static let notBegun = DeliveryProblem(
        reason: .cancelled, problem: "the attempt was not begun", fix: "nothing")

    /// Why an entry is given up whose stored notice is none.
    static let unreadable = DeliveryProblem(
        reason: .other, problem: "the stored notice can't be read",
        fix: "check the state folder with 'saldovakt doctor'")

    /// A problem and what to do, one line.
    static func words(_ problem: DeliveryProblem) -> String {
        "\(problem.problem). Fix: \(problem.fix)"
    }

    /// A channel that has taken nothing for an hour.
    static func waits(on channel: String) -> OwnTrouble {
        OwnTrouble(
            .deliveryFailing, name: channel,
            problem: "What waits is tried again until it is a day old. "
                + "Fix: see why with 'saldovakt alerts --pending', then try the channel with "
                + "'saldovakt channels test \(channel)'")
    }

    /// A rules file that can't be used, with its first error.
    static func rulesRejected(_ findings: [RuleFinding]) -> OwnTrouble {
        let first = findings.first { $0.severity == .error } ?? findings.first
        return rulesRejected(
            first.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } ?? "")
    }

    /// A rules file that can't be used.
    static func rulesRejected(_ problem: String) -> OwnTrouble {
        OwnTrouble(.rulesRejected, problem: problem)
    }

    /// A card that is about to expire.
    static func cardExpires(_ card: PaymentCard, of source: String) -> OwnTrouble {
        let day = card.lastDay.map(\.description) ?? ""
        return OwnTrouble(
            .cardExpiring, name: card.label + place(source),
            problem: "Its last day is \(day). Fix: look whether the bank has sent a new one, and "
                + "give its number to whoever charges the old one")
    }

    /// How the name of what belongs to a bank ends.
    static func place(_ source: String) -> String { " at \(source)" }

    /// A wall clock that was set by so many seconds.
    static func clockStepped(_ seconds: Double) -> OwnTrouble {
        let whole = Int(max(-1e12, min(1e12, seconds.rounded())))
        let direction = whole < 0 ? "back" : "forward"
        return OwnTrouble(
            .clockStepped,
            problem: "It was set \(direction) by \(whole.magnitude) seconds. "
                + "Deadlines that were judged stay judged; waiting is planned anew.")
    }
}
