/// What the desktop reports by itself.
enum DesktopEvent: Sendable, Equatable {
    /// The popup of that key, or a button of it, was clicked.
    case activated(key: String, action: String, token: String?)
    /// The popup of that key is gone.
    case closed(key: String)
    /// A daemon started to serve.
    case daemonAppeared
}
