public import HTTP

/// Reports to an outside watcher that a cycle was complete, so that silence is noticed.
///
/// Works with services that expect a request at an address and, for failures, one at the same
/// address with `/fail` behind its path. Never throws: what came of it is returned.
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
        let request = HTTPRequest(
            url: address, timeout: Self.timeout, maximumBodyBytes: 64 << 10)
        do {
            let response = try await transport.send(request)
            return (200..<300).contains(response.status)
                ? .reported : .refused(status: response.status)
        } catch .bodyTooLarge(let status) {
            // Somebody answered; what they had to say does not matter.
            return (200..<300).contains(status) ? .reported : .refused(status: status)
        } catch {
            return .failed(error)
        }
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

/// What came of a report to the outside watcher.
public enum HeartbeatOutcome: Sendable, Equatable {
    case reported
    /// Somebody answered with another status than 200 to 299.
    case refused(status: Int)
    case failed(TransportError)
}

extension HeartbeatOutcome: CustomStringConvertible {
    /// What happened, for a log, without the address.
    public var description: String {
        switch self {
        case .reported: "heartbeat reported"
        case .refused(let status): "heartbeat refused with status \(status)"
        case .failed(let error): "heartbeat not reported: \(error)"
        }
    }
}
