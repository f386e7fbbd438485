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
    /// The button that keeps an alert quiet for a day.
    public var snoozeLabel: String
    /// The button that takes note of an alert.
    public var acknowledgeLabel: String
    /// Whether amounts and texts are hidden while the screen is locked.
    public var hidesWhileLocked: Bool
    /// The time after which a delivery is answered although the desktop has not answered.
    public var deadline: Duration
    /// The time in which no second attempt is made to start a daemon that did not start.
    public var startInterval: Duration
    /// How many popups are remembered, so that they can be replaced and clicked.
    public var liveLimit: Int

    /// Makes options with the values for a watcher.
    public init(
        applicationName: String = "saldovakt", desktopEntry: String? = nil,
        actionLabel: String = "Show", snoozeLabel: String = "Snooze 1 day",
        acknowledgeLabel: String = "Acknowledge", hidesWhileLocked: Bool = true,
        deadline: Duration = .seconds(5),
        startInterval: Duration = .seconds(300), liveLimit: Int = 64
    ) {
        self.applicationName = applicationName
        self.desktopEntry = desktopEntry
        self.actionLabel = actionLabel
        self.snoozeLabel = snoozeLabel
        self.acknowledgeLabel = acknowledgeLabel
        self.hidesWhileLocked = hidesWhileLocked
        self.deadline = deadline
        self.startInterval = startInterval
        self.liveLimit = liveLimit
    }
}

extension DesktopOptions {
    /// What a button is called.
    func label(of choice: DesktopAction.Choice) -> String {
        switch choice {
        case .show: actionLabel
        case .snooze: snoozeLabel
        case .acknowledge: acknowledgeLabel
        }
    }
}
