import Alerts
import HTTP
import Threads

/// What callers and the desktop's thread know of each other; lives behind one lock.
struct DesktopQueue: Sendable {
    /// The life of the thread.
    enum Phase: Sendable {
        /// There is no thread; the next ticket starts one.
        case idle
        /// It runs.
        case running
        /// It has been told to end, and nothing is taken any more.
        case stopping
    }

    /// How many tickets may wait.
    static let capacity = 32
    /// How many late successes are remembered.
    static let memory = 64

    /// Where the thread is.
    var phase = Phase.idle
    /// What waits, oldest first.
    var queue: [DesktopTicket] = []
    /// What the thread works on.
    var current: DesktopTicket?
    /// Whether the caller of `current` gave up waiting.
    var isStuck = false
    /// The notices that appeared after their callers had given up.
    var lateSuccesses: [String] = []
    /// The session, once the thread has made it.
    var session: (any DesktopSession)?
    /// What the daemon last said about itself.
    var server: DesktopServer?

    /// Whether the notice is on the screen already; forgets that it was asked.
    mutating func takeLateSuccess(_ noticeID: String) -> Bool {
        guard let index = lateSuccesses.firstIndex(of: noticeID) else { return false }
        lateSuccesses.remove(at: index)
        return true
    }

    /// Notes a notice that appeared although its caller had given up.
    mutating func noteLateSuccess(_ noticeID: String) {
        lateSuccesses.append(noticeID)
        if lateSuccesses.count > Self.memory { lateSuccesses.removeFirst() }
    }
}

/// One piece of work for the desktop's thread, and the answer its caller waits for.
final class DesktopTicket: Sendable {
    /// What to show; `nil` only asks whether the desktop answers.
    let popup: DesktopPopup?
    /// What became of it.
    let answer = OneAnswer<DeliveryOutcome>()

    /// Makes a ticket.
    init(_ popup: DesktopPopup?) {
        self.popup = popup
    }
}

/// A value that is given once and may be awaited by several.
final class OneAnswer<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open([CheckedContinuation<Value, Never>])
        case given(Value)
    }

    private let state = Lock(State.open([]))

    /// Gives the value; false if one was given before, which then stays.
    @discardableResult
    func give(_ value: Value) -> Bool {
        let waiting: [CheckedContinuation<Value, Never>]? = state.withLock { state in
            guard case .open(let waiting) = state else { return nil }
            state = .given(value)
            return waiting
        }
        for continuation in waiting ?? [] { continuation.resume(returning: value) }
        return waiting != nil
    }

    /// Waits for the value.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let given: Value? = state.withLock { state in
                switch state {
                case .given(let value): return value
                case .open(let waiting):
                    state = .open(waiting + [continuation])
                    return nil
                }
            }
            if let given { continuation.resume(returning: given) }
        }
    }
}
