public import Finance
public import Foundation
import NIOCore
import Threads

/// The sandbox bank on a port of this machine, in place of the bank whose interface is closed.
///
/// It listens on 127.0.0.1 only and answers with one thread. Clients sign in at
/// `/identityserver/connect/token` and read under `/apibeta/api/v1` or `/apibeta/api/v2`. The
/// methods here, or requests under `/sandbox/…`, control the bank.
public final class SandboxServer: Sendable {
    private enum Phase: Sendable {
        case idle
        case starting
        case running(HTTPListener)
        case stopped
    }

    /// The state behind the lock: a request must not start to hang after hanging was ended.
    private struct Content: Sendable {
        var bank: Bank
        var held: [ObjectIdentifier: (request: WireRequest, exchange: Exchange, number: Int)] = [:]
    }

    public let configuration: SandboxConfiguration
    private let content: Lock<Content>
    private let phase = Lock(Phase.idle)

    /// Opens the bank; nothing listens before ``start()``.
    public init(_ configuration: SandboxConfiguration) {
        self.configuration = configuration
        content = Lock(
            Content(
                bank: Bank(
                    configuration.scenario, now: configuration.now(),
                    logLimit: configuration.requestLimit)))
    }

    public func start() async throws(SandboxServerError) -> Int {
        do { try configuration.scenario.check() } catch { throw .scenario(error) }
        let mayStart = phase.withLock { phase in
            guard case .idle = phase else { return false }
            phase = .starting
            return true
        }
        guard mayStart else { throw .startedBefore }
        do {
            let listener = try await HTTPListener(
                port: configuration.port, forget: { [self] in forget($0) },
                receive: { [self] in receive($0, on: $1) })
            phase.withLock { $0 = .running(listener) }
            lapse(on: listener.loop)
            return listener.port
        } catch {
            phase.withLock { $0 = .idle }
            throw error
        }
    }

    /// Stops listening and closes all connections, also those with a request that hangs.
    public func stop() async {
        let listener: HTTPListener? = phase.withLock { phase in
            guard case .running(let listener) = phase else { return nil }
            phase = .stopped
            return listener
        }
        guard let listener else { return }
        content.withLock { $0.held = [:] }
        await listener.stop()
    }

    public var port: Int? {
        phase.withLock { if case .running(let listener) = $0 { listener.port } else { nil } }
    }

    private func lapse(on loop: any EventLoop) {
        guard let lapse = configuration.lapse else { return }
        let pause = TimeAmount(lapse)
        loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { [self] task in
            if advance().isFinished { task.cancel() }
        }
    }

    private func receive(_ request: WireRequest, on exchange: Exchange) {
        respond(to: request, on: exchange)
        let mayChange = request.method == "POST"
        if mayChange, request.segments.first?.lowercased() == "sandbox" { release() }
    }

    private func forget(_ channel: any Channel) {
        content.withLock { $0.held[ObjectIdentifier(channel)] = nil }
    }

    private func respond(to request: WireRequest, on exchange: Exchange, number: Int? = nil) {
        let time = configuration.now()
        let answer = content.withLock { content in
            let (answer, number) = content.bank.receive(request, number: number, now: time)
            if case .hold = answer {
                content.held[ObjectIdentifier(exchange.channel)] = (request, exchange, number)
            }
            return answer
        }
        exchange.send(answer)
    }

    private func change(_ body: (inout Bank) throws(SandboxError) -> Void) throws(SandboxError) {
        try content.withLock { (content) throws(SandboxError) in try body(&content.bank) }
        release()
    }

    /// Answers the hanging requests, unless they still have to hang.
    private func release() {
        let released = content.withLock { content in
            let released = content.bank.switches.isOn(.hang) ? [] : Array(content.held.values)
            if !released.isEmpty { content.held = [:] }
            return released
        }
        for held in released.sorted(by: { $0.number < $1.number }) {
            respond(to: held.request, on: held.exchange, number: held.number)
        }
    }
}

extension SandboxServer {
    public var state: SandboxState { content.withLock { SandboxState($0.bank) } }

    public var requests: [SandboxRequest] { content.withLock { $0.bank.log.latest } }

    /// How many requests hang because of switch `hang`.
    public var heldRequests: Int { content.withLock { $0.held.count } }

    /// Takes the next step of the story; after its end, a quiet day.
    @discardableResult
    public func advance() -> SandboxState {
        // A step cannot fail.
        try? change { $0.advance() }
        return state
    }

    /// Advances to a bank day and performs all steps up to it.
    @discardableResult
    public func advance(to day: CalendarDay) throws(SandboxError) -> SandboxState {
        try change { (bank) throws(SandboxError) in try bank.advance(to: day) }
        return state
    }

    /// Goes back to the first day, with all switches as the scenario has them.
    public func reset() {
        // Going back cannot fail.
        try? change { $0.reset() }
    }

    public func perform(_ action: SandboxAction) throws(SandboxError) {
        try change { (bank) throws(SandboxError) in try bank.perform(action) }
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
    public var port = 0
    /// How long each step of the story lasts; `nil` waits for commands.
    public var lapse: Duration?
    public var requestLimit = 10_000
    /// The time, for the life of tokens and for scenarios that begin today.
    public var now: @Sendable () -> Date = { Date() }

    public init(scenario: SandboxScenario) { self.scenario = scenario }
}

/// Why a sandbox server does not start.
public enum SandboxServerError: Error, Sendable, Equatable {
    case scenario(ScenarioError)
    case portTaken(Int)
    /// The port cannot be listened on for another reason, such as a port under 1024.
    case cannotListen(port: Int)
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
