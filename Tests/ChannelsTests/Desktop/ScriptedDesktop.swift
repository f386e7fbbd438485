import Dispatch
import HTTP
import Threads

@testable import Channels

/// A desktop that does what a test says, without bus or library.
final class ScriptedDesktop: DesktopSession {
    /// What a call does instead of succeeding.
    struct State: Sendable {
        var isConnected = false
        var owner: String? = ":1.7"
        var canStart = false
        var capabilities: Set<String> = ["body", "body-markup", "actions"]
        var calls: [String] = []
        var shown: [DesktopAppearance] = []
        var failures: [String: [DesktopFailure]] = [:]
        var events: [DesktopEvent] = []
        var ownerAfterStart: String?
        var isLocked = false
    }

    let state = Lock(State())
    /// A held show waits for one signal, on the channel's own thread.
    let release = DispatchSemaphore(value: 0)
    private let holds = Lock(false)
    private let wakes = DispatchSemaphore(value: 0)
    private let showing = OneAnswer<Bool>()

    var isConnected: Bool { state.withLock { $0.isConnected } }
    var calls: [String] { state.withLock { $0.calls } }
    var shown: [DesktopAppearance] { state.withLock { $0.shown } }

    /// Makes shows wait for ``release``.
    func holdShows(_ value: Bool) {
        holds.withLock { $0 = value }
    }

    /// Waits until a held show has begun.
    func showHasBegun() async {
        _ = await showing.value()
    }

    /// Lets the next calls of that name fail so.
    func fail(_ call: String, _ failures: DesktopFailure...) {
        state.withLock { $0.failures[call, default: []] += failures }
    }

    /// Reports an event.
    func send(_ event: DesktopEvent) {
        state.withLock { $0.events.append(event) }
        wake()
    }

    func isLocked() -> Bool { state.withLock { $0.isLocked } }

    func connect(as application: String) throws(DesktopFailure) {
        try note("connect \(application)")
        state.withLock { $0.isConnected = true }
    }

    func disconnect() {
        state.withLock { state in
            state.calls.append("disconnect")
            state.isConnected = false
        }
    }

    func daemon() throws(DesktopFailure) -> String? {
        try note("daemon")
        return state.withLock { $0.owner }
    }

    func canStartDaemon() throws(DesktopFailure) -> Bool {
        try note("canStart")
        return state.withLock { $0.canStart }
    }

    func startDaemon() throws(DesktopFailure) {
        try note("start")
        state.withLock { $0.owner = $0.ownerAfterStart }
    }

    func server() throws(DesktopFailure) -> DesktopServer {
        try note("server")
        let capabilities = state.withLock { $0.capabilities }
        return DesktopServer(
            name: "scripted", version: "1",
            capabilities: capabilities)
    }

    func show(_ appearance: DesktopAppearance, key: String) throws(DesktopFailure) {
        if holds.withLock({ $0 }) {
            showing.give(true)
            release.wait()
        }
        try note("show \(appearance.title)")
        state.withLock { $0.shown.append(appearance) }
    }

    func forget(_ key: String) {
        state.withLock { $0.calls.append("forget") }
    }

    func forgetAll() {
        state.withLock { $0.calls.append("forgetAll") }
    }

    func wait() -> [DesktopEvent] {
        wakes.wait()
        return state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    func wake() {
        wakes.signal()
    }

    func interrupt() {
        state.withLock { $0.calls.append("interrupt") }
    }

    func close() {
        state.withLock { $0.calls.append("close") }
    }

    private func note(_ call: String) throws(DesktopFailure) {
        let name = call.prefix { $0 != " " }
        let failure: DesktopFailure? = state.withLock { state in
            state.calls.append(call)
            guard let first = state.failures[String(name)]?.first else { return nil }
            state.failures[String(name)]?.removeFirst()
            if first == .disconnected { state.isConnected = false }
            return first
        }
        if let failure { throw failure }
    }
}
