/// Why the desktop did not show something; each case is a fact, ``DesktopProblems`` has the words.
enum DesktopFailure: Error, Sendable, Equatable {
    /// libnotify can't be loaded; what the loader said.
    case noLibrary(String)
    /// The process uses the desktop through another channel already.
    case busyElsewhere
    /// Nothing says where the session bus is.
    case noAddress
    /// There is no bus at the address; GLib's words.
    case noBus(String)
    /// The bus ended while it was used.
    case disconnected
    /// The bus does not answer.
    case busSilent
    /// No notification daemon runs and none can be started.
    case noDaemon
    /// A daemon could not be started, now or a little while ago; the bus's words.
    case startFailed(String)
    /// The daemon runs but does not answer.
    case daemonSilent
    /// The daemon took a repetition for a mistake; what it repeats is on the screen.
    case repeated
    /// The daemon refused; its words.
    case failed(String)
}
