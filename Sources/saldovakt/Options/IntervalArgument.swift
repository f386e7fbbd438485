import ArgumentParser
import Settings

/// A length of time on the command line: `5m`, `2h`, `1d`, `300 seconds`; also `200ms`, for trials.
struct IntervalArgument: ExpressibleByArgument, Sendable {
    /// The length.
    let duration: Duration

    /// Reads the text as settings do; anything else is a mistake in the arguments.
    init?(argument: String) {
        if argument.hasSuffix("ms"), let count = Int64(argument.dropLast(2)), count > 0 {
            duration = .milliseconds(min(count, 86_400_000))
        } else if let found = DurationText.parse(argument) {
            duration = found
        } else {
            return nil
        }
    }
}
