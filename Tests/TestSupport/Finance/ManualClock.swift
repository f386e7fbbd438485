public import Finance
public import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
///
/// Sleepers wake in the order of their instants, inside the call that moves the clock. A test
/// awaits ``sleepers(atLeast:)`` to know that the code under test waits; nothing here ever waits
/// for real time.
public final class ManualClock: WallClock, Sendable {
    private struct Sleeper {
        let id: Int
        let until: Date
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Date
        var stepped: TimeInterval = 0
        var nextID = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Makes a clock that shows `start`.
    public init(_ start: Date) {
        state = Mutex(State(now: start))
    }

    /// Makes a clock from ISO text: `ManualClock("2026-03-06T09:00:00Z")`.
    public convenience init(_ start: String) {
        self.init(Make.instant(start))
    }

    /// What the clock shows.
    public var now: Date { state.withLock { $0.now } }

    /// The time that has passed, whatever the clock was set to.
    public var running: Duration {
        state.withLock { state in
            let seconds = state.now.timeIntervalSince1970 - state.stepped
            return .milliseconds(Int64((seconds * 1_000).rounded()))
        }
    }

    /// Sets the clock as a person does: the time that it shows changes, no time passes.
    ///
    /// Who sleeps until an instant that was passed over wakes; the next sleeper wakes too when the
    /// clock is set back, as one who has slept for as long as was asked.
    public func step(by seconds: TimeInterval) {
        state.withLock { $0.stepped += seconds }
        set(to: now.addingTimeInterval(seconds))
        guard seconds < 0 else { return }
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.continuation.resume() }
    }

    /// The instants that are waited for, earliest first.
    public var wakeUps: [Date] { state.withLock { $0.sleepers.map(\.until).sorted() } }

    /// Moves the clock by so many seconds, which may be negative as when a clock is corrected.
    public func advance(by seconds: TimeInterval) {
        set(to: now.addingTimeInterval(seconds))
    }

    /// Moves the clock to `instant` and wakes everybody whose instant has come.
    public func set(to instant: Date) {
        let due = state.withLock { state in
            state.now = instant
            let due = state.sleepers.filter { $0.until <= instant }.sorted { $0.until < $1.until }
            state.sleepers.removeAll { $0.until <= instant }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns as soon as at least `count` tasks sleep on this clock.
    public func sleepers(atLeast count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isSo { continuation.resume() }
        }
    }

    /// Waits until a test moves the clock to `instant` or beyond.
    public func sleep(until instant: Date) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                park(Sleeper(id: id, until: instant, continuation: continuation))
            }
        } onCancel: {
            wakeCancelled(id)
        }
    }

    private func park(_ sleeper: Sleeper) {
        enum Fate { case due, cancelled, asleep([Watcher]) }
        let fate = state.withLock { state -> Fate in
            if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
            if sleeper.until <= state.now { return .due }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let content = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return .asleep(content)
        }
        switch fate {
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .asleep(let watchers): for watcher in watchers { watcher.continuation.resume() }
        }
    }

    private func wakeCancelled(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                // The cancellation came before the sleeper lay down: it finds this note.
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
