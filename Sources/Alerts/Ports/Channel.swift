import Foundation

/// A way to a person: a desktop, a terminal, a webhook.
///
/// A channel sends one notification at a time and returns the outcome. Queueing, retries and order
/// are the caller's. It never blocks another channel and never throws.
public protocol Channel: Sendable {
    /// The name that rules use in `notify`.
    var name: String { get }

    /// Tries once to deliver a notification whose content is already cut to the channel's detail.
    ///
    /// May be called again with the same notification after any outcome but `delivered`. Returns
    /// within the channel's own time limit, sooner when the task is cancelled.
    func deliver(_ notification: AlertNotification) async -> DeliveryOutcome
}

/// The outcome of one attempt to deliver a notification.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The receiver confirmed it.
    case delivered
    /// It may work later; `after` is the pause that the receiver asked for, if any.
    case retry(DeliveryProblem, after: Duration?)
    /// It will never work for this notification: the receiver refused the content.
    case refused(DeliveryProblem)
    /// Some recipients have it, and it will never work for the others: trying again would only
    /// repeat it.
    case partlyRefused(DeliveryProblem)
    /// The receiver is gone for good (410) or the channel is misconfigured: stop using it.
    case channelClosed(DeliveryProblem)
}

/// Why a delivery failed, in words without secrets.
public struct DeliveryProblem: Error, Sendable, Hashable, Codable {
    /// A closed set that statistics and policies can rely on.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// Credentials or signature were refused.
        case auth
        case rateLimited
        /// The receiver refused the content.
        case client
        /// The receiver itself fails.
        case server
        /// No answer in time; it may have arrived.
        case timedOut
        case cancelled
        /// No connection, or no desktop to show it on.
        case unreachable
        case other
    }

    public let reason: Reason
    /// What happened, one line: `the receiver answered 503`.
    public let problem: String
    public let fix: String

    public init(reason: Reason, problem: String, fix: String) {
        self.reason = reason
        self.problem = problem
        self.fix = fix
    }

    /// The problem of a channel that can't be made, from a finding that may name its fix.
    package init(fault text: String) {
        let parts = text.components(separatedBy: "fix: ")
        let problem = parts[0].trimmingCharacters(in: CharacterSet(charactersIn: "; \n"))
        let fix = parts.count > 1 ? parts[1] : "correct the household's settings"
        self.init(reason: .other, problem: problem, fix: fix)
    }

    /// Whether somebody has to correct something, such as a secret or a command.
    package var needsOperator: Bool { reason == .auth || reason == .other }

    /// The problem of a stored notification that is damaged.
    package static func unreadable(fix: String) -> DeliveryProblem {
        DeliveryProblem(reason: .other, problem: "the stored notification can't be read", fix: fix)
    }
}
