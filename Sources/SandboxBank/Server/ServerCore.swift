import Finance
import Foundation
import NIOCore
import Threads

/// The bank behind one lock, and the requests that hang.
///
/// Handlers call it on the event loop, everybody else from anywhere.
final class ServerCore: Sendable {
    /// What the lock guards: a request must not start to hang after the hanging was ended.
    private struct Content {
        var bank: Bank
        var held: [ObjectIdentifier: HeldRequest] = [:]
    }

    private struct HeldRequest {
        let request: WireRequest
        let exchange: Exchange
        let number: Int
    }

    /// Every request when it is answered or begins to hang.
    let requests = Feed<SandboxRequest>()
    /// The state after every change.
    let states = Feed<SandboxState>()

    private let content: Lock<Content>
    private let now: @Sendable () -> Date

    /// Opens the bank.
    init(_ configuration: SandboxConfiguration) {
        now = configuration.now
        content = Lock(
            Content(
                bank: Bank(
                    configuration.scenario, now: configuration.now(),
                    logLimit: configuration.requestLimit)))
    }

    /// What somebody sees of the bank at this moment.
    func look<Value: Sendable>(_ body: (Bank) -> Value) -> Value {
        content.withLock { body($0.bank) }
    }

    /// Changes the bank and tells everybody.
    func change(_ body: (inout Bank) throws(SandboxError) -> Void) throws(SandboxError) {
        try content.withLock { content in
            Result { () throws(SandboxError) in try body(&content.bank) }
        }.get()
        tellChange()
    }

    /// Takes a step; tells whether the story is over.
    func tick() -> Bool {
        let isFinished = content.withLock { content in
            content.bank.advance()
            return content.bank.isFinished
        }
        tellChange()
        return isFinished
    }

    /// Answers a request on its connection, or keeps it.
    func receive(_ request: WireRequest, on exchange: Exchange) {
        respond(to: request, on: exchange, number: nil)
        let mayChange = request.method == "POST"
        if mayChange, request.segments.first?.lowercased() == "sandbox" { tellChange() }
    }

    /// Forgets a request that hangs on a connection that is gone.
    func forget(_ channel: any Channel) {
        content.withLock { $0.held[ObjectIdentifier(channel)] = nil }
    }

    /// How many requests hang.
    var heldCount: Int { content.withLock { $0.held.count } }

    /// Lets go of everybody who listens.
    func finish() {
        content.withLock { $0.held = [:] }
        requests.finish()
        states.finish()
    }

    private func respond(to request: WireRequest, on exchange: Exchange, number: Int?) {
        let time = now()
        let (answer, record) = content.withLock { content in
            let result = content.bank.receive(request, number: number, now: time)
            if case .hold = result.answer {
                content.held[ObjectIdentifier(exchange.channel)] = HeldRequest(
                    request: request, exchange: exchange, number: result.record.number)
            }
            return result
        }
        exchange.send(answer)
        requests.send(record)
    }

    private func tellChange() {
        let (state, released) = content.withLock { content in
            let released = content.bank.switches.isOn(.hang) ? [] : Array(content.held.values)
            if !released.isEmpty { content.held = [:] }
            return (SandboxState(content.bank), released)
        }
        for held in released.sorted(by: { $0.number < $1.number }) {
            respond(to: held.request, on: held.exchange, number: held.number)
        }
        states.send(state)
    }
}
