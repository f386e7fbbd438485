/// What the desktop reports by itself.
enum DesktopEvent: Sendable, Equatable {
    /// The popup of that key was clicked.
    case activated(key: String, token: String?)
    /// The popup of that key is gone.
    case closed(key: String)
    /// A daemon started to serve.
    case daemonAppeared
}
