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

    init(_ configuration: SandboxConfiguration) {
        now = configuration.now
        content = Lock(
            Content(
                bank: Bank(
                    configuration.scenario, now: configuration.now(),
                    logLimit: configuration.requestLimit)))
    }

    func look<Value: Sendable>(_ body: (Bank) -> Value) -> Value {
        content.withLock { body($0.bank) }
    }

    /// Changes the bank and sends the new state to all who listen.
    func change(_ body: (inout Bank) throws(SandboxError) -> Void) throws(SandboxError) {
        try content.withLock { content in
            Result { () throws(SandboxError) in try body(&content.bank) }
        }.get()
        announceChange()
    }

    /// Takes a step; true when the story is over.
    func tick() -> Bool {
        let isFinished = content.withLock { content in
            content.bank.advance()
            return content.bank.isFinished
        }
        announceChange()
        return isFinished
    }

    func receive(_ request: WireRequest, on exchange: Exchange) {
        respond(to: request, on: exchange, number: nil)
        let mayChange = request.method == "POST"
        if mayChange, request.segments.first?.lowercased() == "sandbox" { announceChange() }
    }

    func forget(_ channel: any Channel) {
        content.withLock { $0.held[ObjectIdentifier(channel)] = nil }
    }

    var heldCount: Int { content.withLock { $0.held.count } }

    /// Ends all streams.
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

    private func announceChange() {
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

/// Hands every value to all who listen at that moment.
///
/// A listener hears what is sent after ``stream()`` returned; nothing is lost while it is busy.
final class Feed<Value: Sendable>: Sendable {
    private struct Listeners {
        var next = 0
        var all: [Int: AsyncStream<Value>.Continuation] = [:]
        var isFinished = false
    }

    private let listeners = Lock(Listeners())

    /// A new listener's values; the stream ends with ``finish()``.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream()
        let number: Int? = listeners.withLock { listeners in
            guard !listeners.isFinished else { return nil }
            listeners.next += 1
            listeners.all[listeners.next] = continuation
            return listeners.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func send(_ value: Value) {
        for listener in listeners.withLock({ Array($0.all.values) }) {
            listener.yield(value)
        }
    }

    /// Ends all streams, and those asked for later at once.
    func finish() {
        let ended = listeners.withLock { listeners in
            listeners.isFinished = true
            defer { listeners.all = [:] }
            return Array(listeners.all.values)
        }
        for listener in ended { listener.finish() }
    }

    private func remove(_ number: Int) {
        listeners.withLock { $0.all[number] = nil }
    }
}
