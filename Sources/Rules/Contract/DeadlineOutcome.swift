public import Finance
public import Foundation

/// What became of one deadline of an absence rule, as far as the known rows say.
///
/// It follows from the rows and the calendar alone, so that a restart finds the same.
public struct DeadlineOutcome: Sendable, Hashable {
    /// The last day that is in time.
    public let day: CalendarDay
    /// The minutes after midnight of `at 18:00`, until which that day is in time.
    public let minute: Int?
    /// When the time was over.
    public let endedAt: Date
    /// From when on a complete reading decides (RL-17).
    public let judgedFrom: Date
    /// What came: in time, or as the first row after it; `nil` if nothing has come yet.
    public let arrival: Transaction?

    /// Makes an outcome.
    public init(
        day: CalendarDay, minute: Int?, endedAt: Date, judgedFrom: Date, arrival: Transaction?
    ) {
        self.day = day
        self.minute = minute
        self.endedAt = endedAt
        self.judgedFrom = judgedFrom
        self.arrival = arrival
    }

    /// Whether the bank dates what came no later than the deadline, whenever it was first seen.
    public var isMet: Bool { arrival.map { $0.transactionDate <= day } ?? false }
}
