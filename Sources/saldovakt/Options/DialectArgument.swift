import ArgumentParser
import SandboxBank

/// A dialect on the command line.
enum DialectArgument: String, ExpressibleByArgument, Sendable {
    /// With an envelope (until 2021).
    case v1
    /// Bare (from June 2021).
    case v2

    /// The dialect as the sandbox names it.
    var dialect: SandboxDialect { self == .v1 ? .v1 : .v2 }
}
