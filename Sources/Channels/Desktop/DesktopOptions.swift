public import Finance

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
