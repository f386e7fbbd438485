import Glibc
public import HTTP

/// Reports complete cycles to an external monitor, so that silence is noticed.
///
/// It works with services that expect a request at an address and, for failures, one at the same
/// address with `/fail` after its path. It never throws: it returns the outcome.
public struct Heartbeat: Sendable {
    private let url: String
    private let transport: any HTTPTransport

    public static let timeout = Duration.seconds(10)

    /// Makes a heartbeat for an address, which is confidential and never shown.
    public init(url: String, transport: any HTTPTransport) {
        self.url = url
        self.transport = transport
    }

    @discardableResult
    public func complete() async -> HeartbeatOutcome {
        await ping(url)
    }

    @discardableResult
    public func fail() async -> HeartbeatOutcome {
        await ping(Self.failureAddress(url))
    }

    private func ping(_ address: String) async -> HeartbeatOutcome {
        let request = HTTPRequest(url: address, timeout: Self.timeout, maximumBodyBytes: 64 << 10)
        do {
            let response = try await transport.send(request)
            return (200..<300).contains(response.status)
                ? .reported : .refused(status: response.status)
        } catch .bodyTooLarge(let status) {
            // It has answered; the content does not matter.
            return (200..<300).contains(status) ? .reported : .refused(status: status)
        } catch { return .failed(error) }
    }

    /// The address with `/fail` at the end of its path, before any query.
    static func failureAddress(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let query = url[path.endIndex...].prefix { $0 != "#" }
        return path + (path.hasSuffix("/") ? "fail" : "/fail") + query
    }
}

extension Heartbeat: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Heartbeat" }

    public var debugDescription: String { description }

    /// Shows no children, so that `dump` stays silent too.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The outcome of a report to the external monitor.
public enum HeartbeatOutcome: Sendable, Equatable {
    case reported
    /// It answered with a status other than 200 to 299.
    case refused(status: Int)
    case failed(TransportError)
}

extension HeartbeatOutcome: CustomStringConvertible {
    /// The outcome, for a log, without the address.
    public var description: String {
        switch self {
        case .reported: "heartbeat reported"
        case .refused(let status): "heartbeat refused with status \(status)"
        case .failed(let error): "heartbeat not reported: \(error)"
        }
    }
}

/// Reports the state of the service to systemd (sd_notify(3), without libsystemd).
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
    /// - Returns: whether it was sent. A failure is no reason to stop.
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
    /// The service has started: the first cycle can run.
    case ready = "READY=1"
    case stopping = "STOPPING=1"
    case watchdog = "WATCHDOG=1"
}
