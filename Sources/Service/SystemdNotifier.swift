import Glibc

/// Reports to systemd how the service is doing (sd_notify(3), without libsystemd).
///
/// Outside a unit with `Type=notify` nobody listens, and every call does nothing.
public struct SystemdNotifier: Sendable {
    private let socketPath: String?

    public init(environment: [String: String]) {
        let path = environment["NOTIFY_SOCKET"] ?? ""
        // systemd also knows vsock:… for virtual machines, which no user service has.
        socketPath = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
    }

    /// Sends the message in one datagram; never waits.
    ///
    /// - Returns: whether it was sent. What systemd did not get is no reason to stop.
    @discardableResult
    public func notify(_ message: SystemdMessage) -> Bool {
        guard let socketPath, var address = Self.address(socketPath) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let text = Array(message.rawValue.utf8)
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
public enum SystemdMessage: String, Sendable {
    /// Starting is over: the first cycle can run.
    case ready = "READY=1"
    case stopping = "STOPPING=1"
    case watchdog = "WATCHDOG=1"
}
