/// One thing that a service tells systemd (sd_notify(3)).
public enum SystemdMessage: Sendable, Hashable {
    /// Starting is over: the first cycle can run.
    case ready
    /// Rules and settings are being read anew; `monotonicMicroseconds` is `CLOCK_MONOTONIC`.
    case reloading(monotonicMicroseconds: UInt64)
    /// Stopping has begun.
    case stopping
    /// The service is alive.
    case watchdog
    /// What the service is doing, one line, shown by `systemctl status`.
    case status(String)

    /// The assignments as they are sent.
    var line: String {
        switch self {
        case .ready: "READY=1"
        case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        case .status(let text): "STATUS=" + Self.oneLine(text)
        }
    }

    /// A line break would begin another assignment.
    private static func oneLine(_ text: String) -> String {
        String(text.prefix(200).map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }
}
