import ArgumentParser

/// A port of this machine as it is written on the command line, 1 to 65535.
struct PortArgument: ExpressibleByArgument, Sendable {
    /// The number.
    let number: Int

    /// Reads the number; anything else is a mistake in the arguments.
    init?(argument: String) {
        guard let number = Int(argument), (1...65_535).contains(number) else { return nil }
        self.number = number
    }
}
