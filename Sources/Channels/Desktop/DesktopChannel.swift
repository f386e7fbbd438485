public import Alerts
import Threads

/// Shows notifications as desktop notifications through libnotify.
///
/// - The library is loaded at the first delivery; without it deliveries say what to install.
/// - `delivered` means that the notification daemon accepted the notification, not that somebody
///   saw it.
/// - A notification replaces the popup of the same rule and transaction or account.
/// - No delivery waits longer than ``DesktopOptions/deadline``. While the desktop hangs, further
///   deliveries are answered at once; a popup that appears late is not shown a second time.
/// - One channel of this kind can be in use in a process, as libnotify allows no more.
public final class DesktopChannel: Channel {
    public let name: String
    private let options: DesktopOptions
    private let worker: DesktopWorker
    private let pause: @Sendable (Duration) async throws -> Void

    public convenience init(name: String = "desktop", options: DesktopOptions = DesktopOptions()) {
        self.init(
            name: name, options: options, now: { ContinuousClock.now },
            pause: { try await Task.sleep(for: $0) },
            makeSession: { () throws(DesktopFailure) in try LibnotifySession() })
    }

    init(
        name: String = "desktop", options: DesktopOptions = DesktopOptions(),
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        makeSession: @escaping @Sendable () throws(DesktopFailure) -> any DesktopSession
    ) {
        self.name = name
        self.options = options
        self.pause = pause
        worker = DesktopWorker(options: options, now: now, makeSession: makeSession)
    }

    deinit { worker.stop() }

    /// Clicks on popups, for one listener; ends with the channel.
    public var actions: AsyncStream<DesktopAction> { worker.actions.stream }

    /// One value, for one listener, each time a notification daemon starts: waiting deliveries can
    /// be retried.
    public var readiness: AsyncStream<Void> { worker.readiness.stream }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        await answer(to: DesktopTicket(DesktopPopup(notification, in: options.language)))
    }

    /// Asks the notification daemon for its name and version, without showing anything.
    ///
    /// - Throws: ``DeliveryProblem``, as ``deliver(_:)`` would report it.
    public func inspect() async throws(DeliveryProblem) -> DesktopServer {
        switch await answer(to: DesktopTicket(nil)) {
        case .retry(let problem, _), .refused(let problem), .channelClosed(let problem):
            throw problem
        case .delivered:
            guard let server = worker.server else { throw DesktopProblems.problem(.noDaemon) }
            return server
        }
    }

    /// Ends the channel; popups stay on the screen.
    ///
    /// Deliveries under way are answered at once. Returns when the thread has ended, or at the
    /// deadline if the desktop hangs.
    public func shutdown(within deadline: Duration = .seconds(1)) async {
        worker.stop()
        let timer = Task { [worker, pause] in
            try await pause(deadline)
            worker.ended.give(false)
        }
        _ = await worker.ended.value()
        timer.cancel()
    }

    private func answer(to ticket: DesktopTicket) async -> DeliveryOutcome {
        if let outcome = worker.submit(ticket) { return outcome }
        let watchdog = Task { [worker, pause, options] in
            try await pause(options.deadline)
            worker.abandon(ticket, with: DesktopProblems.overdue, isOverdue: true)
        }
        defer { watchdog.cancel() }
        return await withTaskCancellationHandler {
            await ticket.answer.value()
        } onCancel: { [worker] in
            worker.abandon(ticket, with: DesktopProblems.cancelled, isOverdue: false)
        }
    }
}

/// A click on a popup.
public struct DesktopAction: Sendable, Hashable {
    /// The action of a click.
    public enum Choice: String, Sendable, Hashable, CaseIterable {
        /// Show it: a click on the popup itself, or its button.
        case show = "default"
        /// Snooze the alert for a day.
        case snooze
        /// Acknowledge the alert, which ends its reminders.
        case acknowledge
    }

    public let choice: Choice
    public let notificationID: String
    public let ruleID: String?
    public let accountID: String?
    /// The token that lets a window or browser opened in response come to the front
    /// (`XDG_ACTIVATION_TOKEN`), if the daemon gave one.
    public let activationToken: String?
}
