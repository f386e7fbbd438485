import ArgumentParser
import Finance

/// The name of a reader on the command line.
struct ReaderArgument: ExpressibleByArgument, Sendable {
    /// The name.
    let name: ReaderName

    /// Reads a name; other signs than a–z, digits, `-`, `_` and `.` are a mistake.
    init?(argument: String) {
        guard let name = ReaderName(argument) else { return nil }
        self.name = name
    }
}
