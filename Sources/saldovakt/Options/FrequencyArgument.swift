import ArgumentParser
import Finance

/// The shortest gap between two starts on the command line.
enum FrequencyArgument: String, ExpressibleByArgument, Sendable {
    /// At every change.
    case immediate
    /// At most once an hour.
    case hourly
    /// At most once a day.
    case daily
    /// At most once a week.
    case weekly

    /// The gap as the library names it.
    var frequency: UpdateFrequency { UpdateFrequency(rawValue: rawValue) ?? .immediate }
}
