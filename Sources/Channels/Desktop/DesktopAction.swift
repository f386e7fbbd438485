/// A click on a popup.
public struct DesktopAction: Sendable, Hashable {
    /// What a click can ask for.
    public enum Choice: String, Sendable, Hashable, CaseIterable {
        /// Show it: a click on the popup itself, or its button.
        case show = "default"
        /// Be quiet about the alert for a day.
        case snooze
        /// Take note of the alert, which ends its reminders.
        case acknowledge
    }

    /// What was asked for.
    public let choice: Choice
    /// The notice that the popup showed last.
    public let noticeID: String
    /// Its rule, if it had one.
    public let ruleID: String?
    /// Its account, if it had one.
    public let accountID: String?
    /// What a window or browser opened in answer needs to come to the front
    /// (`XDG_ACTIVATION_TOKEN`), if the daemon gave one.
    public let activationToken: String?
}
