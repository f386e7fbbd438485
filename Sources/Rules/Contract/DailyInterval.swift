/// A part of the day in local wall time; the start is inside, the end is not (D51).
public struct DailyInterval: Sendable, Hashable, Codable {
    /// Minutes after midnight, 0 to 1,439.
    public let startMinute: Int
    /// Minutes after midnight, 0 to 1,440; below the start means the next day: 22:00 to 07:00.
    public let endMinute: Int

    /// Makes an interval.
    public init(startMinute: Int, endMinute: Int) {
        self.startMinute = startMinute
        self.endMinute = endMinute
    }

    /// Whether that minute of the day is inside.
    public func contains(minute: Int) -> Bool {
        startMinute < endMinute
            ? (startMinute..<endMinute).contains(minute)
            : minute >= startMinute || minute < endMinute
    }
}
