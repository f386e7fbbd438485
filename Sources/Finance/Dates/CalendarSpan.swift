/// A length of time as a person says it: exact for minutes and hours, calendar steps beyond.
///
/// `1 day` is from one wall time to the same wall time of the next day; `24 hours` is 86,400 s.
public struct CalendarSpan: Sendable, Hashable, Codable {
    /// The unit that is counted.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        /// 60 seconds.
        case minute
        /// 3,600 seconds.
        case hour
        /// One calendar day.
        case day
        /// Seven calendar days.
        case week
        /// One calendar month.
        case month
        /// One calendar year.
        case year
    }

    /// How many units; positive.
    public let count: Int
    /// What is counted.
    public let unit: Unit

    /// Makes a span such as `CalendarSpan(count: 30, unit: .minute)`.
    public init(count: Int, unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The words of the rule language: `30 minutes`, `1 day`.
    public var words: String { "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")" }
}
