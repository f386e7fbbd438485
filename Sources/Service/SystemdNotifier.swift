import Glibc

/// Reports to systemd how the service is doing (sd_notify(3), without libsystemd).
///
/// Outside a unit with `Type=notify` nobody listens, and every call does nothing.
///
/// ```swift
/// let systemd = SystemdNotifier(environment: environment)
/// systemd.notify(.ready, .status("watching 2 accounts"))
/// ```
public struct SystemdNotifier: Sendable {
    private let socketPath: String?
    /// How often ``SystemdMessage/watchdog`` must be sent: half of what the unit allows.
    ///
    /// `nil` if the unit has no `WatchdogSec=`, or it is meant for another process.
    public let watchdogInterval: Duration?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    ///
    /// - Parameters:
    ///   - environment: of the process.
    ///   - processID: the caller's, if it is not this process; a watchdog for another is not ours.
    public init(environment: [String: String], processID: Int32? = nil) {
        let path = environment["NOTIFY_SOCKET"] ?? ""
        // systemd also knows vsock:… for virtual machines, which no user service has.
        socketPath = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
        let own = String(processID ?? getpid())
        let isOurs = environment["WATCHDOG_PID"].map { $0 == own } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        if isOurs, let limit, limit > 0 {
            watchdogInterval = .microseconds(max(1, limit / 2))
        } else {
            watchdogInterval = nil
        }
    }

    public var isActive: Bool { socketPath != nil }

    /// Sends the messages in one datagram; never waits.
    ///
    /// - Returns: whether it was sent. What systemd did not get is no reason to stop.
    @discardableResult
    public func notify(_ messages: SystemdMessage...) -> Bool {
        guard let socketPath, var address = Self.address(socketPath) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let text = Array(messages.map(\.line).joined(separator: "\n").utf8)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let sent = withUnsafePointer(to: &address.value) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, flags, $0, address.length)
            }
        }
        return sent == text.count
    }

    /// The socket's address; a leading `@` stands for the abstract name space of Linux.
    private static func address(_ path: String) -> (value: sockaddr_un, length: socklen_t)? {
        var value = sockaddr_un()
        value.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path),
            bytes.count < MemoryLayout.size(ofValue: value.sun_path)
        else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: bytes) }
        return (value, socklen_t(offset + bytes.count))
    }
}

/// One message from a service to systemd (sd_notify(3)).
public enum SystemdMessage: Sendable, Hashable {
    /// Starting is over: the first cycle can run.
    case ready
    /// Rules and settings are being reloaded; `monotonicMicroseconds` is `CLOCK_MONOTONIC`.
    case reloading(monotonicMicroseconds: UInt64)
    case stopping
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
