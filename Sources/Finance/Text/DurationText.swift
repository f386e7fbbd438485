/// Reads lengths of time as people write them: `5m`, `2h`, `1d`, `5 minutes`.
public enum DurationText: Sendable {
    /// Parses a duration; `nil` for any other text, for zero and for more than ten years.
    ///
    /// Units are seconds, minutes, hours, days and weeks, by first letter or as a word.
    public static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        let unit = rest.hasPrefix(" ") ? rest.dropFirst() : rest
        guard let count = Int64(digits), count > 0, let seconds = secondsPerUnit[String(unit)]
        else { return nil }
        let (total, overflow) = count.multipliedReportingOverflow(by: seconds)
        guard !overflow, total <= longest else { return nil }
        return .seconds(total)
    }

    /// Ten years; a larger number is a typing error.
    private static let longest: Int64 = 3_652 * 86_400

    private static let secondsPerUnit: [String: Int64] = {
        let units: [(names: [String], seconds: Int64)] = [
            (["s", "sec", "second", "seconds"], 1), (["m", "min", "minute", "minutes"], 60),
            (["h", "hour", "hours"], 3_600), (["d", "day", "days"], 86_400),
            (["w", "week", "weeks"], 604_800),
        ]
        let pairs = units.flatMap { unit in unit.names.map { ($0, unit.seconds) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}
