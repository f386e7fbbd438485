import Alerts
public import Finance
public import HTTP

/// The texts of exchanges that failed; of a receiver they name only the host.
///
/// They leave out the channel's name, which the caller adds.
struct TransportProblems: Sendable {
    /// The receiver's host, with its port if the address names one.
    let host: String
    /// What to change in the address if an encrypted connection fails or the receiver is silent.
    var schemeFix: String?

    /// How long a receiver that refuses the sender gets no requests; somebody has to act meanwhile.
    static let holdTime = Duration.seconds(3_600)

    func outcome(_ error: TransportError) -> DeliveryOutcome {
        switch error {
        case .tls: failed(.unreachable, error, fix: schemeFix ?? "check the network")
        case .unreachable, .connectionLost: failed(.unreachable, error, fix: "check the network")
        case .timedOut:
            failed(
                .timedOut, error,
                fix: (["see whether the receiver works"] + [schemeFix].compactMap(\.self))
                    .joined(separator: "; "))
        case .cancelled, .closed: failed(.cancelled, error, fix: "it is tried at the next start")
        case .untrustedCertificate:
            failed(
                .other, error, fix: "check the receiver's certificate and this clock",
                after: Self.holdTime)
        case .noPasswordLogin:
            failed(
                .auth, error, fix: "use a server that does; this one may want OAuth",
                after: Self.holdTime)
        case .bodyTooLarge, .headersTooLarge, .malformedResponse:
            failed(.server, error, fix: "check the channel's address")
        case .refusedURL, .refusedHeader, .refusedMessage:
            .channelClosed(
                DeliveryProblem(
                    reason: .other, problem: "\(host): \(error)",
                    fix: "correct the channel's settings"))
        case .other: failed(.other, error, fix: "see whether the receiver works")
        }
    }

    func answered(
        _ reason: DeliveryProblem.Reason, _ answer: String, fix: String
    ) -> DeliveryProblem {
        DeliveryProblem(reason: reason, problem: "\(host) answered \(answer)", fix: fix)
    }

    private func failed(
        _ reason: DeliveryProblem.Reason, _ error: TransportError, fix: String,
        after wait: Duration? = nil
    ) -> DeliveryOutcome { .retry(reason, "\(host): \(error)", fix: fix, after: wait) }
}

extension DeliveryOutcome {
    static func retry(
        _ reason: DeliveryProblem.Reason, _ problem: String, fix: String,
        after wait: Duration? = nil
    ) -> DeliveryOutcome {
        .retry(DeliveryProblem(reason: reason, problem: problem, fix: fix), after: wait)
    }
}

/// Why a channel can't be set up; it repeats no value.
public enum ChannelSettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A request that the transport would refuse to send.
    case refused(TransportError)
    /// The channel writes the header of that name itself.
    case reservedHeader(String)

    public var description: String {
        switch self {
        case .refused(let error): "nothing can be sent like this: \(error)"
        case .reservedHeader(let name): "the header '\(name)' is written by the channel itself"
        }
    }
}

extension Login {
    /// Makes a login from the settings; `nil` if they contain neither.
    public init?(_ user: Secret?, _ password: Secret?) {
        guard user != nil || password != nil else { return nil }
        self.init(user: user?.reveal() ?? "", password: password?.reveal() ?? "")
    }
}
