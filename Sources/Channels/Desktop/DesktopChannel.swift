public import Alerts
public import Finance
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
        case .retry(let problem, _), .refused(let problem), .partlyRefused(let problem),
            .channelClosed(let problem):
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

/// How long the desktop may take.
public struct DesktopOptions: Sendable {
    /// The time after which a delivery fails if the desktop has not answered.
    public var deadline = Duration.seconds(5)
    /// The time in which no second attempt is made to start a daemon that did not start.
    public var startInterval = Duration.seconds(300)
    /// How many popups are remembered, so that they can be replaced and clicked.
    public var liveLimit = 64
    public let language: Language

    public init(language: Language = .english) { self.language = language }
}

/// The name and capabilities of a notification daemon.
public struct DesktopServer: Sendable, Hashable {
    public let name: String
    public let version: String
    public let capabilities: Set<String>

    /// Whether bodies are parsed as markup and must be escaped.
    var readsMarkup: Bool { capabilities.contains("body-markup") }

    /// Whether clicks are reported; without it some daemons turn an action into a dialog.
    var hasActions: Bool { capabilities.contains("actions") }
}

/// The desktop as the presenter sees it; libnotify in the program, a script in tests.
///
/// One thread calls everything but ``wake()`` and ``interrupt()``, which any thread may call.
protocol DesktopSession: AnyObject, Sendable {
    /// Finds the bus and connects to it under this name.
    func connect(as application: String) throws(DesktopFailure)
    func disconnect()
    var isConnected: Bool { get }

    /// The running daemon's unique name on the bus, another one after each start; `nil` if none.
    func daemon() throws(DesktopFailure) -> String?
    func canStartDaemon() throws(DesktopFailure) -> Bool
    func startDaemon() throws(DesktopFailure)
    /// The daemon's information, which also proves that it answers.
    func server() throws(DesktopFailure) -> DesktopServer

    func isLocked() -> Bool

    /// Shows a popup, in place of the one called `key` if that is on the screen.
    func show(_ appearance: DesktopAppearance, key: String) throws(DesktopFailure)
    func forget(_ key: String)
    func forgetAll()

    /// Sleeps until there are events or ``wake()`` was called, and returns the events.
    func wait() -> [DesktopEvent]
    /// Ends a ``wait()``, the next one if none is under way.
    func wake()
    /// Ends a call that waits for the bus.
    func interrupt()
    /// Releases the thread; no other method may be called afterwards.
    func close()
}

/// An event that the desktop reports.
enum DesktopEvent: Sendable, Equatable {
    /// The popup of that key, or a button of it, was clicked.
    case activated(key: String, action: String, token: String?)
    case closed(key: String)
    case daemonAppeared
}
