import Foundation

/// Instants as the database holds them: whole milliseconds since 1970.
enum StoredInstant {
    /// The instant that many milliseconds after 1970 began.
    static func date(milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The milliseconds of an instant, rounded to the nearest.
    ///
    /// An instant beyond all calendars becomes the last one that can be stored.
    static func milliseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded())
            ?? (date.timeIntervalSince1970 < 0 ? .min : .max)
    }
}
