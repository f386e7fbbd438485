import Alerts

/// Decides, on the desktop's thread, which calls of bus and daemon are safe, and shows popups.
///
/// Every popup passes the same checks: connected, a daemon runs, it answers. Only then is libnotify
/// called, because its own call to a hanging daemon lasts up to 50 seconds.
final class DesktopPresenter {
    private let session: any DesktopSession
    private let options: DesktopOptions
    private let now: () -> ContinuousClock.Instant
    /// Popups by key; `order` has their order of use, oldest first.
    private var popups: [String: DesktopPopup] = [:]
    private var order: [String] = []
    private var owner: String?
    private var failedStart: (at: ContinuousClock.Instant, reason: String)?

    init(
        session: any DesktopSession, options: DesktopOptions,
        now: @escaping () -> ContinuousClock.Instant
    ) {
        self.session = session
        self.options = options
        self.now = now
    }

    /// Shows a popup; connects again, once, if the bus turns out to have ended.
    func show(_ popup: DesktopPopup) throws(DesktopFailure) {
        do { try attempt(popup) } catch .disconnected { try attempt(popup) }
    }

    func readyServer() throws(DesktopFailure) -> DesktopServer {
        try connectIfNeeded()
        try ensureDaemon()
        return try session.server()
    }

    /// Handles an event; returns the popup that was clicked, if it is a click.
    func popup(for event: DesktopEvent) -> DesktopPopup? {
        switch event {
        case .activated(let key, _, _): return popups[key]
        case .closed(let key):
            drop(key)
            return nil
        case .daemonAppeared: return nil
        }
    }

    private func attempt(_ popup: DesktopPopup) throws(DesktopFailure) {
        let server = try readyServer()
        let seen = session.isLocked() ? popup.concealed : popup
        let appearance = DesktopAppearance(seen, for: server)
        do { try session.show(appearance, key: popup.key) } catch {
            // A slow daemon may still show it: the same popup is used at the next try.
            if error == .daemonSilent || error == .repeated { remember(popup) }
            throw error
        }
        remember(popup)
    }

    private func connectIfNeeded() throws(DesktopFailure) {
        guard !session.isConnected else { return }
        forgetAll()
        session.disconnect()
        try session.connect(as: "saldovakt")
    }

    private func ensureDaemon() throws(DesktopFailure) {
        var current = try session.daemon()
        if current == nil {
            try start()
            current = try session.daemon()
        }
        guard let current else { throw .noDaemon }
        // A new daemon counts from 1 again: an old number could now be another program's popup.
        if current != owner { forgetAll() }
        owner = current
        failedStart = nil
    }

    private func start() throws(DesktopFailure) {
        guard try session.canStartDaemon() else { throw .noDaemon }
        if let failedStart, now() - failedStart.at < options.startInterval {
            throw .startFailed(failedStart.reason)
        }
        do { try session.startDaemon() } catch {
            guard error != .disconnected else { throw error }
            let reason = if case .failed(let words) = error { words } else { "no answer in time" }
            failedStart = (now(), reason)
            throw .startFailed(reason)
        }
    }

    private func remember(_ popup: DesktopPopup) {
        if popups.updateValue(popup, forKey: popup.key) != nil {
            order.removeAll { $0 == popup.key }
        }
        order.append(popup.key)
        while order.count > max(options.liveLimit, 1) { drop(order[0]) }
    }

    private func drop(_ key: String) {
        guard popups.removeValue(forKey: key) != nil else { return }
        order.removeAll { $0 == key }
        session.forget(key)
    }

    private func forgetAll() {
        popups = [:]
        order = []
        owner = nil
        session.forgetAll()
    }
}
