import Alerts

/// Why the desktop did not show something; each case is a fact, ``DesktopProblems`` has the words.
enum DesktopFailure: Error, Sendable, Equatable {
    case noLibrary(String)
    /// The process uses the desktop through another channel already.
    case busyElsewhere
    case noAddress
    /// There is no bus at the address; GLib's words.
    case noBus(String)
    case disconnected
    case busSilent
    case noDaemon
    /// A daemon could not be started, now or a little while ago; the bus's words.
    case startFailed(String)
    case daemonSilent
    /// The daemon took a repetition for a mistake; what it repeats is on the screen.
    case repeated
    /// The daemon refused; its words.
    case failed(String)
}

/// The words for what goes wrong on the desktop.
enum DesktopProblems {
    /// How long to wait for somebody to install a library.
    static let installTime = Duration.seconds(600)

    static func outcome(_ failure: DesktopFailure) -> DeliveryOutcome {
        switch failure {
        case .repeated: .delivered
        case .noLibrary: .retry(problem(failure), after: installTime)
        default: .retry(problem(failure), after: nil)
        }
    }

    private static let restart = "restart the notification daemon; it is tried again by itself"

    /// An earlier call still waits for the desktop.
    static let stuck = DeliveryOutcome.retry(
        .timedOut, "the notification daemon still does not answer", fix: restart)

    static let overdue = DeliveryOutcome.retry(
        .timedOut, "the notification daemon did not answer in time", fix: restart)

    static let crowded = DeliveryOutcome.retry(
        .rateLimited, "too many notifications wait for the desktop",
        fix: "wait; it is tried again by itself")

    /// The program is stopping, or the task was cancelled.
    static let cancelled = DeliveryOutcome.retry(
        .cancelled, "the desktop channel is stopping",
        fix: "nothing; it is tried at the next start")

    static func problem(_ failure: DesktopFailure) -> DeliveryProblem {
        let reason: DeliveryProblem.Reason =
            switch failure {
            case .busSilent, .daemonSilent: .timedOut
            case .repeated, .failed: .other
            default: .unreachable
            }
        let (problem, fix) = words(failure)
        return DeliveryProblem(reason: reason, problem: problem, fix: fix)
    }

    private static func words(_ failure: DesktopFailure) -> (problem: String, fix: String) {
        switch failure {
        case .noLibrary(let reason):
            (
                "libnotify cannot be loaded (\(reason))",
                "install it (Debian: apt install libnotify4), or use a webhook instead"
            )
        case .busyElsewhere:
            (
                "another desktop channel of this program uses the desktop",
                "keep one channel of type desktop in the settings"
            )
        case .noAddress, .noBus, .disconnected, .busSilent: busWords(failure)
        case .noDaemon:
            (
                "no notification daemon runs on the session bus",
                "log in to the desktop, or start one such as dunst or mako"
            )
        case .startFailed(let reason):
            (
                "the notification daemon does not start (\(reason))",
                "start it by hand to see why; saldovakt tries again in some minutes"
            )
        case .daemonSilent: ("the notification daemon does not answer", restart)
        case .repeated:
            ("the notification daemon refused the notification (a repetition)", byHand)
        case .failed(let reason):
            ("the notification daemon refused the notification (\(reason))", byHand)
        }
    }

    private static let byHand = "try: notify-send saldovakt test"

    private static func busWords(_ failure: DesktopFailure) -> (problem: String, fix: String) {
        switch failure {
        case .noBus(let reason):
            (
                "the session bus cannot be reached (\(reason))",
                "check DBUS_SESSION_BUS_ADDRESS; log in to the desktop again if it is an old one"
            )
        case .disconnected:
            ("the session bus went away", "log in to the desktop; it is tried again")
        case .busSilent:
            (
                "the session bus does not answer",
                "check DBUS_SESSION_BUS_ADDRESS, or log in to the desktop again"
            )
        default:
            (
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set and "
                    + "XDG_RUNTIME_DIR has none",
                "start saldovakt within the desktop session, or use a webhook on a server"
            )
        }
    }
}
