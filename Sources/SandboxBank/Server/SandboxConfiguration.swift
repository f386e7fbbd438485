public import Foundation

/// How a sandbox server is set up.
public struct SandboxConfiguration: Sendable {
    /// The bank and its story.
    public var scenario: SandboxScenario
    /// The port on 127.0.0.1; 0 takes any free one.
    public var port: Int
    /// How long each step of the story lasts; `nil` waits to be told.
    public var lapse: Duration?
    /// How many requests ``SandboxServer/requests`` remembers.
    public var requestLimit: Int
    /// The time, for the life of tokens and for scenarios that begin today.
    public var now: @Sendable () -> Date

    /// A server on any free port that waits to be told each step.
    public init(scenario: SandboxScenario) {
        self.scenario = scenario
        port = 0
        requestLimit = 10_000
        now = { Date() }
    }
}
