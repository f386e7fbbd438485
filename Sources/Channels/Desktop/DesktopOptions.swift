/// How popups look and how long the desktop may take.
public struct DesktopOptions: Sendable, Hashable {
    /// The name that daemons show and filter by.
    public var applicationName: String
    /// The name of an installed desktop entry without its ending.
    ///
    /// The settings of GNOME and Plasma can then mute the program. GNOME takes the popups of such
    /// a program away when it ends, so one-shot commands leave it out.
    public var desktopEntry: String?
    /// What the click is called in menus.
    public var actionLabel: String
    /// The time after which a delivery is answered although the desktop has not answered.
    public var deadline: Duration
    /// The time in which no second attempt is made to start a daemon that did not start.
    public var startInterval: Duration
    /// How many popups are remembered, so that they can be replaced and clicked.
    public var liveLimit: Int

    /// Makes options with the values for a watcher.
    public init(
        applicationName: String = "saldovakt", desktopEntry: String? = nil,
        actionLabel: String = "Open", deadline: Duration = .seconds(5),
        startInterval: Duration = .seconds(300), liveLimit: Int = 64
    ) {
        self.applicationName = applicationName
        self.desktopEntry = desktopEntry
        self.actionLabel = actionLabel
        self.deadline = deadline
        self.startInterval = startInterval
        self.liveLimit = liveLimit
    }
}
