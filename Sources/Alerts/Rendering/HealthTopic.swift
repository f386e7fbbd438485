import Finance
import Rules

/// What a health rule is about.
enum HealthTopic: Sendable, Hashable {
    /// `bank unreachable`, with the failure if it is known.
    case bank(SourceFailure.Kind?)
    /// `data older than …`
    case data
    /// `sign-in expires in less than …`
    case signIn
    /// `notifications are failing`
    case notifications

    /// The topic of a rule's body; of several joined ones the first.
    init(_ body: Body, failure: SourceFailure?) {
        switch body.healthKinds.first {
        case .bankUnreachable, nil: self = .bank(failure?.kind)
        case .dataOlder: self = .data
        case .signInExpires: self = .signIn
        case .notificationsFailing: self = .notifications
        }
    }

    /// Why such an alert begins.
    var reason: NoticeReason {
        switch self {
        case .bank(.refused): .signInRefused
        case .bank: .unreachable
        case .data: .stale
        case .signIn: .signInExpiring
        case .notifications: .deliveryFailing
        }
    }
}

extension Body {
    /// The states of health that the body names, from left to right.
    fileprivate var healthKinds: [Health.Kind] {
        guard case .condition(let condition) = self else { return [] }
        return condition.leaves.compactMap { leaf in
            guard case .health(let health) = leaf else { return nil }
            return health.kind
        }
    }
}
