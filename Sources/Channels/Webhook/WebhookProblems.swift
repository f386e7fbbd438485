import Alerts
import HTTP

/// The words for what goes wrong with webhooks; they name channel, host and status only.
struct WebhookProblems {
    /// The channel's name.
    let channel: String
    /// The receiver's host, with its port if the address names one.
    let host: String

    /// How long to leave a receiver alone that refuses us; somebody has to act meanwhile.
    static let holdTime = Duration.seconds(3_600)

    /// Puts a verdict into the outcome of the port.
    func outcome(_ verdict: WebhookVerdict, status: Int) -> DeliveryOutcome {
        switch verdict {
        case .delivered: .delivered
        case .busy(let reason, let after):
            .retry(
                answered(reason, status, fix: "wait; it is tried again by itself"), after: after)
        case .unauthorised:
            .retry(
                answered(
                    .auth, status,
                    fix: "check the channel's address, headers and signing secret"),
                after: Self.holdTime)
        case .notTheReceiver:
            .retry(
                problem(
                    .server, "\(host) answered \(status), but not as the receiver does",
                    fix: "check the channel's address and format, and the network's sign-in page"),
                after: nil)
        case .moved(let place): .refused(moved(to: place, status))
        case .tooLong:
            .refused(answered(.client, status, fix: "the notice is too long for the receiver"))
        case .refused:
            .refused(answered(.client, status, fix: "check the channel's address and format"))
        case .gone:
            .channelClosed(
                answered(.client, status, fix: "the receiver is gone; set a new address"))
        }
    }

    /// Puts a failed exchange into the outcome of the port.
    func outcome(_ error: TransportError, format: WebhookFormat) -> DeliveryOutcome {
        switch error {
        case .unreachable, .connectionLost, .tls:
            .retry(
                failed(.unreachable, error, fix: "check the network; it is tried again"), after: nil
            )
        case .timedOut:
            .retry(failed(.timedOut, error, fix: "it is tried again"), after: nil)
        case .cancelled, .closed:
            .retry(failed(.cancelled, error, fix: "it is tried at the next start"), after: nil)
        case .untrustedCertificate:
            .retry(
                failed(.other, error, fix: "check the receiver's certificate and this clock"),
                after: Self.holdTime)
        case .bodyTooLarge(let status):
            outcome(WebhookVerdict(status: status, format: format), status: status)
        case .headersTooLarge, .malformedResponse:
            .retry(failed(.server, error, fix: "check the channel's address"), after: nil)
        case .refusedURL, .refusedHeader:
            .channelClosed(failed(.other, error, fix: "correct the channel's settings"))
        case .other:
            .retry(failed(.other, error, fix: "it is tried again"), after: nil)
        }
    }

    /// The notice's identifier can't be signed.
    var unsendableID: DeliveryOutcome {
        .refused(
            problem(
                .other, "the notice's id is no webhook-id", fix: "report this as a fault"))
    }

    private func moved(to place: String?, _ status: Int) -> DeliveryProblem {
        let target = place.map { " and points to \($0)" } ?? ""
        return problem(
            .client, "\(host) answered \(status)\(target)",
            fix: "redirects are not followed: set the channel's address to the new place")
    }

    private func answered(
        _ reason: DeliveryProblem.Reason, _ status: Int, fix: String
    ) -> DeliveryProblem {
        problem(reason, "\(host) answered \(status)", fix: fix)
    }

    private func failed(
        _ reason: DeliveryProblem.Reason, _ error: TransportError, fix: String
    ) -> DeliveryProblem {
        problem(reason, "\(host): \(error)", fix: fix)
    }

    private func problem(
        _ reason: DeliveryProblem.Reason, _ text: String, fix: String
    ) -> DeliveryProblem {
        DeliveryProblem(reason: reason, problem: "channel '\(channel)': \(text)", fix: fix)
    }
}
