import Alerts
import HTTP

/// The words for what goes wrong with webhooks; they name channel, host and status only.
struct WebhookProblems {
    /// The channel's name.
    let channel: String
    /// The receiver's host, with its port if the address names one.
    let host: String

    /// Puts a verdict into the outcome of the port.
    ///
    /// `hint` is a word of the receiver about it, already fit to be shown.
    func outcome(
        _ verdict: WebhookVerdict, status: Int, hint: String? = nil
    ) -> DeliveryOutcome {
        let said = hint.map { "\(status) (\($0))" } ?? String(status)
        return switch verdict {
        case .delivered: .delivered
        case .busy(let reason, let after):
            .retry(
                answered(reason, said, fix: "wait; it is tried again by itself"), after: after)
        case .unauthorised:
            .retry(
                answered(
                    .auth, said,
                    fix: "check the channel's address, token, headers and signing secret"),
                after: TransportProblems.holdTime)
        case .notTheReceiver:
            .retry(
                problem(
                    .server, "\(host) answered \(said), but not as the receiver does",
                    fix: "check the channel's address and format, and the network's sign-in page"),
                after: nil)
        case .moved(let place): .refused(moved(to: place, status))
        case .tooLong:
            .refused(answered(.client, said, fix: "the notification is too long for the receiver"))
        case .refused:
            .refused(answered(.client, said, fix: "check the channel's address and format"))
        case .gone:
            .channelClosed(
                answered(.client, said, fix: "the receiver is gone; set a new address"))
        }
    }

    /// Puts a failed exchange into the outcome of the port.
    func outcome(_ error: TransportError, dialect: any WebhookDialect) -> DeliveryOutcome {
        guard case .bodyTooLarge(let status) = error else { return common.outcome(error) }
        return outcome(dialect.verdict(onUnreadable: status), status: status)
    }

    /// The receiver wants to be left alone for longer than an attempt waits.
    func held(for wait: Duration) -> DeliveryOutcome {
        .retry(
            problem(
                .rateLimited, "\(host) asked to come later",
                fix: "wait; it is tried again by itself"),
            after: wait)
    }

    /// A receiver's word if it can be shown: a code or a few plain words, nothing longer.
    ///
    /// Anything else might repeat what was sent, or a token.
    static func shown(_ hint: String) -> String? {
        let fits = hint.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", "_", "-", "'": true
            default: false
            }
        }
        return fits && (1...60).contains(hint.utf8.count) ? hint : nil
    }

    /// The notice's identifier can't be signed.
    var unsendableID: DeliveryOutcome {
        .refused(
            problem(
                .other, "the notification's id is no webhook-id", fix: "report this as a fault"))
    }

    private func moved(to place: String?, _ status: Int) -> DeliveryProblem {
        let target = place.map { " and points to \($0)" } ?? ""
        return problem(
            .client, "\(host) answered \(status)\(target)",
            fix: "redirects are not followed: set the channel's address to the new place")
    }

    private func answered(
        _ reason: DeliveryProblem.Reason, _ said: String, fix: String
    ) -> DeliveryProblem {
        problem(reason, "\(host) answered \(said)", fix: fix)
    }

    private func problem(
        _ reason: DeliveryProblem.Reason, _ text: String, fix: String
    ) -> DeliveryProblem {
        common.problem(reason, text, fix: fix)
    }

    private var common: TransportProblems { TransportProblems(channel: channel, host: host) }
}
