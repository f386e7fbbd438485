import Foundation
import Programs
import Settings

extension ChildOrder {
    /// A program of the settings, with as little of our environment as programs need.
    init(_ program: CommandSettings, resolver: SecretResolver) {
        self.init(
            command: [resolver.path(program.program)] + program.arguments,
            environment: Self.minimalEnvironment(of: ProcessInfo.processInfo.environment),
            limit: program.timeout ?? Self.standardLimit)
    }
}
