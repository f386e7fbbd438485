public import Foundation

/// The shortest gap between two wake-ups; a change inside of it waits for its end.
public enum UpdateFrequency: String, Sendable, Hashable, Codable, CaseIterable {
    /// At every change.
    case immediate
    /// At most once an hour.
    case hourly
    /// At most once a day.
    case daily
    /// At most once a week.
    case weekly

    /// The gap in seconds.
    public var shortestGap: TimeInterval {
        switch self {
        case .immediate: 0
        case .hourly: 3_600
        case .daily: 86_400
        case .weekly: 7 * 86_400
        }
    }
}
