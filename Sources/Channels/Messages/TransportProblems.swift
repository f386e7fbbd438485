import Alerts
import Finance
public import HTTP

/// The words for exchanges that failed; of a receiver they name the host only.
///
/// The texts leave out the channel's name, which the caller adds.
struct TransportProblems: Sendable {
    /// The receiver's host, with its port if the address names one.
    let host: String

    /// How long to leave a receiver alone that refuses us; somebody has to act meanwhile.
    static let holdTime = Duration.seconds(3_600)

    func outcome(_ error: TransportError) -> DeliveryOutcome {
        switch error {
        case .unreachable, .connectionLost, .tls:
            .retry(
                failed(.unreachable, error, fix: "check the network; it is tried again"),
                after: nil)
        case .timedOut:
            .retry(failed(.timedOut, error, fix: "it is tried again"), after: nil)
        case .cancelled, .closed:
            .retry(failed(.cancelled, error, fix: "it is tried at the next start"), after: nil)
        case .untrustedCertificate:
            .retry(
                failed(.other, error, fix: "check the receiver's certificate and this clock"),
                after: Self.holdTime)
        case .bodyTooLarge, .headersTooLarge, .malformedResponse:
            .retry(failed(.server, error, fix: "check the channel's address"), after: nil)
        case .refusedURL, .refusedHeader, .refusedMessage:
            .channelClosed(failed(.other, error, fix: "correct the channel's settings"))
        case .other:
            .retry(failed(.other, error, fix: "it is tried again"), after: nil)
        }
    }

    func answered(
        _ reason: DeliveryProblem.Reason, _ answer: String, fix: String
    ) -> DeliveryProblem {
        DeliveryProblem(reason: reason, problem: "\(host) answered \(answer)", fix: fix)
    }

    private func failed(
        _ reason: DeliveryProblem.Reason, _ error: TransportError, fix: String
    ) -> DeliveryProblem {
        DeliveryProblem(reason: reason, problem: "\(host): \(error)", fix: fix)
    }
}

/// Why a channel can't be set up; no value is repeated.
public enum ChannelSettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the transport would refuse to send.
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
    /// A login of what the settings name; `nil` if they name neither.
    init?(_ user: Secret?, _ password: Secret?) {
        guard user != nil || password != nil else { return nil }
        self.init(user: user?.reveal() ?? "", password: password?.reveal() ?? "")
    }
}
