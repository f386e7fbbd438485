import Alerts
import CNotify
import Glibc
import HTTP
import Threads

/// The only thread that talks to the desktop, and its queue of tickets.
///
/// It starts with the first ticket, sleeps in GLib's loop while there is nothing to do, and ends
/// when asked to. No caller ever waits for the thread itself.
final class DesktopWorker: Sendable {
    private let options: DesktopOptions
    private let makeSession: @Sendable () throws(DesktopFailure) -> any DesktopSession
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Clicks on popups; the newest 16 are kept while nobody listens.
    let actions = AsyncStream.makeStream(
        of: DesktopAction.self, bufferingPolicy: .bufferingNewest(16))
    /// One value each time a notification daemon starts to serve.
    let readiness = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let state = Lock(DesktopQueue())
    /// Set when the thread has ended, or when there was none to end.
    let ended = OneAnswer<Bool>()

    init(
        options: DesktopOptions, now: @escaping @Sendable () -> ContinuousClock.Instant,
        makeSession: @escaping @Sendable () throws(DesktopFailure) -> any DesktopSession
    ) {
        self.options = options
        self.now = now
        self.makeSession = makeSession
    }

    var server: DesktopServer? { state.withLock { $0.server } }

    /// Queues a ticket, or returns its outcome at once.
    func submit(_ ticket: DesktopTicket) -> DeliveryOutcome? {
        let (outcome, starts) = state.withLock { state in
            let outcome = Self.admit(ticket, to: &state)
            let starts = outcome == nil && state.phase == .idle
            if starts { state.phase = .running }
            return (outcome, starts)
        }
        if starts && !startThread() { fail(.failed("the system gives no thread")) }
        return outcome
    }

    /// Answers a ticket whose caller stops waiting; removes it if it has not begun.
    func abandon(_ ticket: DesktopTicket, with outcome: DeliveryOutcome, isOverdue: Bool) {
        state.withLock { state in
            state.queue.removeAll { $0 === ticket }
            // Before the interruption: otherwise the thread could answer first that the call was
            // cut off.
            ticket.answer.give(outcome)
            guard state.current === ticket else { return }
            if isOverdue { state.isStuck = true }
            state.session?.interrupt()
        }
    }

    /// Ends the thread and answers everybody; returns at once.
    func stop() {
        let hadThread = state.withLock { state in
            let hadThread = state.phase == .running
            let tickets = state.queue + (state.current.map { [$0] } ?? [])
            for ticket in tickets { ticket.answer.give(DesktopProblems.cancelled) }
            if state.phase == .idle { ended.give(true) }
            state.phase = .stopping
            state.queue = []
            state.session?.wake()
            state.session?.interrupt()
            return hadThread
        }
        if !hadThread { finishStreams() }
    }

    private func finishStreams() {
        actions.continuation.finish()
        readiness.continuation.finish()
    }

    private static func admit(
        _ ticket: DesktopTicket, to state: inout DesktopQueue
    ) -> DeliveryOutcome? {
        guard state.phase != .stopping else { return DesktopProblems.cancelled }
        if let popup = ticket.popup, state.takeLateSuccess(popup.notificationID) {
            return .delivered
        }
        guard !state.isStuck else {
            // The interruption at the deadline may have come between two calls.
            state.session?.interrupt()
            return DesktopProblems.stuck
        }
        guard state.queue.count < DesktopQueue.capacity else { return DesktopProblems.crowded }
        state.queue.append(ticket)
        state.session?.wake()
        return nil
    }

    private func startThread() -> Bool {
        WorkerThread.start(named: "saldovakt-desk") { [self] in main() }
    }

    private func main() {
        let session: any DesktopSession
        do { session = try makeSession() } catch { return fail(error) }
        state.withLock { $0.session = session }
        let presenter = DesktopPresenter(session: session, options: options, now: now)
        while turn(session, presenter) {}
        state.withLock { $0.session = nil }
        session.close()
        finishStreams()
        ended.give(true)
    }

    /// Handles one ticket, or sleeps once; false at the end.
    private func turn(_ session: any DesktopSession, _ presenter: DesktopPresenter) -> Bool {
        let (ticket, isStopping) = state.withLock { state in
            if !state.queue.isEmpty { state.current = state.queue.removeFirst() }
            return (state.current, state.phase == .stopping)
        }
        if isStopping { return false }
        if let ticket {
            finish(ticket, with: work(ticket, presenter))
        } else {
            for event in session.wait() { report(event, presenter) }
        }
        return true
    }

    private func work(_ ticket: DesktopTicket, _ presenter: DesktopPresenter) -> DeliveryOutcome {
        do {
            if let popup = ticket.popup {
                try presenter.show(popup)
            } else {
                let server = try presenter.readyServer()
                state.withLock { $0.server = server }
            }
            return .delivered
        } catch { return DesktopProblems.outcome(error) }
    }

    private func finish(_ ticket: DesktopTicket, with outcome: DeliveryOutcome) {
        state.withLock { state in
            state.current = nil
            state.isStuck = false
            // Under the lock, so that a second attempt at the same notification sees it.
            let isLate = !ticket.answer.give(outcome)
            if isLate && outcome == .delivered, let popup = ticket.popup {
                state.noteLateSuccess(popup.notificationID)
            }
        }
    }

    private func report(_ event: DesktopEvent, _ presenter: DesktopPresenter) {
        let popup = presenter.popup(for: event)
        if case .daemonAppeared = event { readiness.continuation.yield() }
        guard case .activated(_, let action, let token) = event, let popup,
            let choice = DesktopAction.Choice(rawValue: action)
        else { return }
        actions.continuation.yield(
            DesktopAction(
                choice: choice, notificationID: popup.notificationID, ruleID: popup.ruleID,
                accountID: popup.accountID, activationToken: token))
    }

    /// Ends the thread that could not begin; the next ticket tries again.
    private func fail(_ failure: DesktopFailure) {
        let tickets = state.withLock { state in
            let tickets = state.queue
            state.queue = []
            if state.phase == .stopping { ended.give(true) } else { state.phase = .idle }
            return tickets
        }
        for ticket in tickets { ticket.answer.give(DesktopProblems.outcome(failure)) }
    }
}

/// The state that callers and the desktop's thread share, behind one lock.
struct DesktopQueue: Sendable {
    /// The state of the thread.
    enum Phase: Sendable {
        /// There is no thread; the next ticket starts one.
        case idle
        case running
        /// It was asked to end, and takes no more tickets.
        case stopping
    }

    static let capacity = 32
    static let memory = 64

    var phase = Phase.idle
    var queue: [DesktopTicket] = []
    var current: DesktopTicket?
    /// Whether the caller of `current` has stopped waiting.
    var isStuck = false
    /// The notifications that appeared after their callers had stopped waiting.
    var lateSuccesses: [String] = []
    var session: (any DesktopSession)?
    var server: DesktopServer?

    mutating func takeLateSuccess(_ notificationID: String) -> Bool {
        guard let index = lateSuccesses.firstIndex(of: notificationID) else { return false }
        lateSuccesses.remove(at: index)
        return true
    }

    mutating func noteLateSuccess(_ notificationID: String) {
        lateSuccesses.append(notificationID)
        if lateSuccesses.count > Self.memory { lateSuccesses.removeFirst() }
    }
}

/// One job for the desktop's thread, and the answer its caller waits for.
final class DesktopTicket: Sendable {
    /// The popup to show; `nil` only asks whether the desktop answers.
    let popup: DesktopPopup?
    let answer = OneAnswer<DeliveryOutcome>()

    init(_ popup: DesktopPopup?) { self.popup = popup }
}
