import ArgumentParser

/// The identifier of a bank on the command line, with the letters that settings allow.
struct BankArgument: ExpressibleByArgument, Sendable {
    /// The identifier.
    let id: String

    /// Reads 1 to 64 letters, digits and `-_.`; anything else is a mistake in the arguments.
    init?(argument: String) {
        let fits = argument.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        guard (1...64).contains(argument.count), fits else { return nil }
        id = argument
    }
}
