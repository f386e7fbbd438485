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

/// The two forms in which the bank answered; the sandbox speaks both at once.
public enum SandboxDialect: String, Sendable, CaseIterable {
    /// With an envelope around every answer, and a `customerId` header (until 2021).
    case v1
    /// Bare objects and problem details (from June 2021).
    case v2

    /// The path under which the dialect is served.
    public var basePath: String { "/apibeta/api/\(rawValue)" }
}

/// Why a sandbox server does not start.
public enum SandboxServerError: Error, Sendable, Equatable {
    /// The scenario has mistakes.
    case scenario(ScenarioError)
    /// Another program listens on the port.
    case portTaken(Int)
    /// The port cannot be listened on for another reason, such as a port under 1024.
    case cannotListen(port: Int)
    /// The server was started before; make a new one.
    case startedBefore
}

extension SandboxServerError: CustomStringConvertible {
    /// What is wrong and how to fix it.
    public var description: String {
        switch self {
        case .scenario(let error): error.description
        case .portTaken(let port):
            """
            sandbox: error: [port-taken] another program listens on port \(port)
              fix: choose another one with --port, or 0 for any
            """
        case .cannotListen(let port):
            """
            sandbox: error: [port] the system does not let this program listen on port \(port)
              fix: choose one above 1023 with --port, or 0 for any
            """
        case .startedBefore:
            """
            sandbox: error: [started-before] this server was started before
              fix: make a new one
            """
        }
    }
}
