/// The desktop as the presenter sees it; libnotify in the program, a script in tests.
///
/// One thread calls everything but ``wake()`` and ``interrupt()``, which any thread may call.
protocol DesktopSession: AnyObject, Sendable {
    /// Finds the bus and connects to it under this name.
    func connect(as application: String) throws(DesktopFailure)
    /// Drops the connection and every popup.
    func disconnect()
    /// Whether the connection stands.
    var isConnected: Bool { get }

    /// The running daemon's unique name on the bus, another one after each start; `nil` if none.
    func daemon() throws(DesktopFailure) -> String?
    /// Whether the bus can start one.
    func canStartDaemon() throws(DesktopFailure) -> Bool
    /// Starts one.
    func startDaemon() throws(DesktopFailure)
    /// What the daemon says about itself, which also proves that it answers.
    func server() throws(DesktopFailure) -> DesktopServer

    /// Whether the screen is locked, as far as the desktop tells.
    func isLocked() -> Bool

    /// Shows a popup, in its place if the one called `key` is on the screen.
    func show(_ appearance: DesktopAppearance, key: String) throws(DesktopFailure)
    /// Forgets the popup called `key`; it stays on the screen.
    func forget(_ key: String)
    /// Forgets all popups.
    func forgetAll()

    /// Sleeps until something happened or ``wake()`` was called, and returns what happened.
    func wait() -> [DesktopEvent]
    /// Ends a ``wait()``, the next one if none is under way.
    func wake()
    /// Ends a call that waits for the bus.
    func interrupt()
    /// Gives the thread back; nothing may be called any more.
    func close()
}

/// What the desktop reports by itself.
enum DesktopEvent: Sendable, Equatable {
    /// The popup of that key, or a button of it, was clicked.
    case activated(key: String, action: String, token: String?)
    /// The popup of that key is gone.
    case closed(key: String)
    /// A daemon started to serve.
    case daemonAppeared
}
