import Alerts
import HTTP

/// What an answer means for the notice, before it is put into words.
enum WebhookVerdict: Equatable {
    /// The receiver took it.
    case delivered
    /// The receiver has too much to do or is in trouble; wait at least so long.
    case busy(DeliveryProblem.Reason, after: Duration?)
    /// It refuses us: wait long, so that nobody bans us, until the person mends it.
    case unauthorised
    /// It answered as the right receiver never does.
    case notTheReceiver
    /// It lives elsewhere now; the host, if it named one.
    case moved(String?)
    /// The notice is too long for it.
    case tooLong
    /// It refuses this content.
    case refused
    /// It is gone for good.
    case gone

    /// Judges an answer by its status alone.
    init(_ response: HTTPResponse) {
        self = Self.judge(response.status, retryAfter: response.retryAfter)
        if self == .moved(nil) {
            self = .moved(response.header("Location").flatMap(HostName.of))
        }
    }

    /// The same verdict, with a wait that the answer's body asks for if that is longer.
    func waiting(atLeast seconds: Double?) -> WebhookVerdict {
        guard case .busy(let reason, let after) = self, let seconds, seconds > 0 else {
            return self
        }
        let longest = HTTPResponse.longestRetryAfter
        let wish = seconds < 3_600 ? Duration.milliseconds(Int64(seconds * 1_000) + 1) : longest
        return .busy(reason, after: max(wish, after ?? .zero))
    }

    /// The same verdict, unless it is a success that the receiver's body does not confirm.
    func confirmed(by isConfirmed: Bool, otherwise verdict: WebhookVerdict = .notTheReceiver)
        -> WebhookVerdict
    {
        self == .delivered && !isConfirmed ? verdict : self
    }

    /// The same verdict, unless it is a success to which the body does not say yes: a no is a
    /// refusal, and anything else comes from another server.
    func confirmed(by reply: WebhookReply) -> WebhookVerdict {
        confirmed(by: reply == .yes, otherwise: reply == .no ? .refused : .notTheReceiver)
    }

    private static func judge(_ status: Int, retryAfter: Duration?) -> WebhookVerdict {
        switch status {
        case 200...299: .delivered
        case 300...399: .moved(nil)
        case 401, 403: .unauthorised
        case 408: .busy(.timedOut, after: retryAfter)
        case 410: .gone
        case 413: .tooLong
        case 425, 429: .busy(.rateLimited, after: retryAfter)
        case 400...499: .refused
        case 500...599: .busy(.server, after: retryAfter)
        default: .notTheReceiver
        }
    }
}
