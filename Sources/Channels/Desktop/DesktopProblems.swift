import Alerts

/// Why the desktop did not show something; ``DesktopProblems`` has the texts.
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
    /// The daemon refused a repetition; the popup it repeats is on the screen.
    case repeated
    /// The daemon refused; its words.
    case failed(String)
}

/// The texts of the desktop's failures.
enum DesktopProblems {
    /// How long to wait until a library may have been installed.
    static let installTime = Duration.seconds(600)

    static func outcome(_ failure: DesktopFailure) -> DeliveryOutcome {
        switch failure {
        case .repeated: .delivered
        case .noLibrary: .retry(problem(failure), after: installTime)
        default: .retry(problem(failure), after: nil)
        }
    }

    private static let restart = "restart the notification daemon"

    /// An earlier call still waits for the desktop.
    static let stuck = DeliveryOutcome.retry(
        .timedOut, "the notification daemon still does not answer", fix: restart)

    static let overdue = DeliveryOutcome.retry(
        .timedOut, "the notification daemon did not answer in time", fix: restart)

    static let crowded = DeliveryOutcome.retry(
        .rateLimited, "too many notifications wait for the desktop", fix: "wait")

    /// The program is stopping, or the task was cancelled.
    static let cancelled = DeliveryOutcome.retry(
        .cancelled, "the desktop channel is stopping",
        fix: "nothing; it is tried at the next start")

    static func problem(_ failure: DesktopFailure) -> DeliveryProblem {
        switch failure {
        case .noLibrary(let reason):
            unreachable(
                "libnotify cannot be loaded (\(reason))",
                fix: "install it (Debian: apt install libnotify4), or use a webhook instead")
        case .busyElsewhere:
            unreachable(
                "another desktop channel of this program uses the desktop",
                fix: "keep one channel of type desktop in the settings")
        case .noAddress:
            unreachable(
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set and "
                    + "XDG_RUNTIME_DIR has none",
                fix: "start saldovakt within the desktop session, or use a webhook on a server")
        case .noBus(let reason):
            unreachable(
                "the session bus cannot be reached (\(reason))",
                fix:
                    "check DBUS_SESSION_BUS_ADDRESS; log in to the desktop again if it is an old one"
            )
        case .disconnected:
            unreachable(
                "the session bus went away", fix: "log in to the desktop")
        case .busSilent:
            DeliveryProblem(
                reason: .timedOut, problem: "the session bus does not answer",
                fix: "check DBUS_SESSION_BUS_ADDRESS, or log in to the desktop again")
        case .noDaemon:
            unreachable(
                "no notification daemon runs on the session bus",
                fix: "log in to the desktop, or start one such as dunst or mako")
        case .startFailed(let reason):
            unreachable(
                "the notification daemon does not start (\(reason))",
                fix: "start it by hand to see why; saldovakt tries again in some minutes")
        case .daemonSilent:
            DeliveryProblem(
                reason: .timedOut, problem: "the notification daemon does not answer", fix: restart)
        case .repeated: refused("a repetition")
        case .failed(let reason): refused(reason)
        }
    }

    private static func unreachable(_ problem: String, fix: String) -> DeliveryProblem {
        DeliveryProblem(reason: .unreachable, problem: problem, fix: fix)
    }

    private static func refused(_ reason: String) -> DeliveryProblem {
        DeliveryProblem(
            reason: .other, problem: "the notification daemon refused the notification (\(reason))",
            fix: "try: notify-send saldovakt test")
    }
}
