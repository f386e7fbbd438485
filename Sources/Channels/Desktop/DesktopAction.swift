/// A click on a popup.
public struct DesktopAction: Sendable, Hashable {
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
