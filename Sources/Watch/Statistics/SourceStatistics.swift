public import Finance
public import Foundation

/// What a running watcher counts about one bank.
public struct SourceStatistics: Sendable, Hashable {
    /// The source's identifier.
    public let id: String
    /// How long from slot to slot, in whole milliseconds.
    public let intervalMilliseconds: Int
    /// The last answer, of whatever worth.
    public var lastPoll: Date?
    /// The last answer with facts.
    public var lastSuccess: Date?
    /// When it is asked next.
    public var nextSlot: Date?
    /// How many answers there were.
    public var polls = 0
    /// How many slots passed unused, because an answer or the machine took too long.
    public var missedSlots = 0
    /// How many answers were failures, by kind.
    public var failures: [SourceFailure.Kind: Int] = [:]

    /// Makes the statistics of a bank that was not asked yet.
    public init(id: String, interval: Duration) {
        self.id = id
        intervalMilliseconds = Int(interval / .milliseconds(1))
    }

    /// Takes one answer; tells whether slots passed unused or it was a failure.
    mutating func take(_ report: PollReport) -> Bool {
        polls += 1
        missedSlots += report.missedSlots
        lastPoll = report.at
        nextSlot = report.nextSlot
        switch report.outcome {
        case .complete, .partial:
            lastSuccess = report.at
            return report.missedSlots > 0
        case .throttled: failures[.throttled, default: 0] += 1
        case .failed(let failure): failures[failure.kind, default: 0] += 1
        }
        return true
    }
}
