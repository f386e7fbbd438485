public import HTTP

/// What came of a report to the outside watcher.
public enum HeartbeatOutcome: Sendable, Equatable {
    /// It was taken.
    case reported
    /// Somebody answered with another status than 200 to 299.
    case refused(status: Int)
    /// No answer came.
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
