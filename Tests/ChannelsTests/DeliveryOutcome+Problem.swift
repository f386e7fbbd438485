import Alerts

extension DeliveryOutcome {
    /// The problem of whatever is not `delivered`.
    var problem: DeliveryProblem? {
        switch self {
        case .delivered: nil
        case .retry(let problem, _), .refused(let problem), .partlyRefused(let problem),
            .channelClosed(let problem):
            problem
        }
    }

    /// The name of the case.
    var kind: String {
        switch self {
        case .delivered: "delivered"
        case .retry: "retry"
        case .refused: "refused"
        case .partlyRefused: "partlyRefused"
        case .channelClosed: "channelClosed"
        }
    }

    /// The wish of a retry.
    var wait: Duration? {
        if case .retry(_, let after) = self { after } else { nil }
    }
}
