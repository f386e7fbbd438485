import Alerts
import Channels
import Console
import Finance
import Foundation
import Programs
import Store
import Watch

/// Turns what people do outside the program into triggers: commands in other processes, and clicks
/// on popups.
struct ExternalTriggers: Sendable {
    private let store: SQLiteAlertStore
    private let signal: InboxSignal
    private let console: any WatchConsole
    private let clock: any WallClock

    /// How long a click keeps an alert quiet: one day.
    private static let snooze = 86_400.0

    init(
        store: SQLiteAlertStore, folder: String, console: any WatchConsole, clock: any WallClock
    ) {
        self.store = store
        self.console = console
        self.clock = clock
        signal = InboxSignal(folder: folder)
    }

    /// Posts triggers for commands until ``stop()``.
    func forward(to post: @escaping Watcher.Post) async {
        for await _ in signal.rings { post(.instruction) }
    }

    /// Follows the clicks on a desktop's popups until the desktop or the task ends.
    ///
    /// - Parameter program: shows a notification; without one it is a line of the watcher's own.
    func listen(
        to channel: any Channel, showingWith program: ProcessSpec?,
        _ post: @escaping Watcher.Post
    ) async {
        guard let desktop = channel as? DesktopChannel else { return }
        for await action in desktop.actions { await follow(action, program, post) }
    }

    func stop() {
        signal.stop()
    }

    private func follow(
        _ action: DesktopAction, _ program: ProcessSpec?, _ post: Watcher.Post
    ) async {
        let alert = AlertReference(
            notificationID: action.notificationID, ruleID: action.ruleID,
            accountID: action.accountID)
        let now = clock.now
        switch action.choice {
        case .show: await show(action, program)
        case .snooze:
            let until = now.addingTimeInterval(Self.snooze)
            await leave(.snooze(alert, until: until), post)
        case .acknowledge: await leave(.acknowledge(alert), post)
        }
    }

    /// Writes down what a click means, the same way as a command does.
    private func leave(_ order: UserAction.Order, _ post: Watcher.Post) async {
        do {
            try await store.add(UserAction(at: clock.now, order: order))
            post(.instruction)
        } catch {
            console.show(.storeFailed(error))
        }
    }

    private func show(_ action: DesktopAction, _ program: ProcessSpec?) async {
        let found = try? await store.entries(notificationPrefix: action.notificationID, limit: 1)
        guard let notification = found?.first?.notification else { return }
        guard var order = program else { return console.point(to: notification) }
        order.input = NotificationCoding.bytes(notification)
        order.addDesktop(activationToken: action.activationToken)
        // A window may stay open for long; the next click is not to wait for it.
        Task { [order] in
            let report = await ChildProcess.run(order)
            guard report.ending != .exited(0) else { return }
            Terminal.complain("desktop: warning: the program of 'Show' failed")
        }
    }
}
