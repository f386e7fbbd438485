public import Finance
public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Threads

/// The sandbox bank on a port of this machine, in place of the bank whose interface is closed.
///
/// It listens on 127.0.0.1 only and answers with one thread. Clients sign in at
/// `/identityserver/connect/token` and read under `/apibeta/api/v1` or `/apibeta/api/v2`; the
/// bank is moved by the methods here or under `/sandbox/…`.
///
/// ```swift
/// let server = SandboxServer(SandboxConfiguration(scenario: .sample))
/// let port = try await server.start()
/// server.advance()
/// try server.set(.outage, true)
/// await server.stop()
/// ```
public final class SandboxServer: Sendable {
    private enum Phase: Sendable {
        case idle
        case starting
        case running(MultiThreadedEventLoopGroup, port: Int)
        case stopped
    }

    public let configuration: SandboxConfiguration
    let core: ServerCore
    private let phase = Lock(Phase.idle)

    /// Opens the bank; nothing listens before ``start()``.
    public init(_ configuration: SandboxConfiguration) {
        self.configuration = configuration
        core = ServerCore(configuration)
    }

    /// Begins to listen.
    ///
    /// - Returns: the port.
    public func start() async throws(SandboxServerError) -> Int {
        do { try configuration.scenario.check() } catch { throw .scenario(error) }
        let mayStart = phase.withLock { phase in
            guard case .idle = phase else { return false }
            phase = .starting
            return true
        }
        guard mayStart else { throw .startedBefore }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let channel = try await core.listen(on: configuration.port, group)
            let port = channel.localAddress?.port ?? configuration.port
            phase.withLock { $0 = .running(group, port: port) }
            lapse(on: channel.eventLoop)
            return port
        } catch {
            try? await group.shutdownGracefully()
            phase.withLock { $0 = .idle }
            let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw isTaken
                ? .portTaken(configuration.port) : .cannotListen(port: configuration.port)
        }
    }

    /// Stops listening and closes all connections, also those with a request that hangs.
    public func stop() async {
        let group: MultiThreadedEventLoopGroup? = phase.withLock { phase in
            guard case .running(let group, _) = phase else { return nil }
            phase = .stopped
            return group
        }
        guard let group else { return }
        core.finish()
        // Shutting down the loop closes what is open on it; nobody could act on a failure.
        try? await group.shutdownGracefully()
    }

    public var port: Int? {
        phase.withLock { if case .running(_, let port) = $0 { port } else { nil } }
    }

    private func lapse(on loop: any EventLoop) {
        guard let lapse = configuration.lapse else { return }
        let pause = TimeAmount(lapse)
        loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { [core] task in
            if core.tick() { task.cancel() }
        }
    }
}

extension SandboxServer {
    public var state: SandboxState { core.look(SandboxState.init) }

    /// The state after every change from now on; ends when the server stops.
    public func states() -> AsyncStream<SandboxState> { core.states.stream() }

    public var requests: [SandboxRequest] { core.look { $0.log.latest } }

    /// Every request from now on; ends when the server stops.
    ///
    /// A request that hangs comes twice with the same number: without a status when it begins
    /// to hang, and with one when it is answered.
    public func requestStream() -> AsyncStream<SandboxRequest> { core.requests.stream() }

    /// How many requests hang because of switch `hang`.
    public var heldRequests: Int { core.heldCount }

    /// Takes the next step of the story; after its end, a quiet day.
    @discardableResult
    public func advance() -> SandboxState {
        _ = core.tick()
        return state
    }

    /// Goes on to a bank day and takes all steps up to it.
    ///
    /// - Throws: ``SandboxError/dayInPast(_:today:)`` or ``SandboxError/dayTooFar``.
    @discardableResult
    public func advance(to day: CalendarDay) throws(SandboxError) -> SandboxState {
        try core.change { (bank) throws(SandboxError) in try bank.advance(to: day) }
        return state
    }

    /// Goes back to the first day, with all switches as the scenario has them.
    public func reset() {
        // Going back cannot fail.
        try? core.change { $0.reset() }
    }

    /// Does something at once, beside the story.
    public func perform(_ action: SandboxAction) throws(SandboxError) {
        try core.change { (bank) throws(SandboxError) in try bank.perform(action) }
    }

    /// Turns a switch: `try server.set(.outage, true)`.
    public func set(_ name: SandboxSwitch, _ value: SwitchValue) throws(SandboxError) {
        try perform(.turn(name, value))
    }
}

/// How a sandbox server is set up.
public struct SandboxConfiguration: Sendable {
    public var scenario: SandboxScenario
    /// The port on 127.0.0.1; 0 takes any free one.
    public var port: Int
    /// How long each step of the story lasts; `nil` waits for orders.
    public var lapse: Duration?
    public var requestLimit: Int
    /// The time, for the life of tokens and for scenarios that begin today.
    public var now: @Sendable () -> Date

    /// A server on any free port that takes steps on orders only.
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

    public var basePath: String { "/apibeta/api/\(rawValue)" }
}

/// Why a sandbox server does not start.
public enum SandboxServerError: Error, Sendable, Equatable {
    case scenario(ScenarioError)
    case portTaken(Int)
    /// The port cannot be listened on for another reason, such as a port under 1024.
    case cannotListen(port: Int)
    /// The server was started before; make a new one.
    case startedBefore
}

extension SandboxServerError: CustomStringConvertible {
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
