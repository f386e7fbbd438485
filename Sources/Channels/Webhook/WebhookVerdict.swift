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

    /// Judges the status of an answer, and for Slack its body too.
    init(_ response: HTTPResponse, format: WebhookFormat) {
        self = Self.judge(response.status, retryAfter: response.retryAfter)
        if self == .moved(nil) {
            self = .moved(response.header("Location").flatMap(HostName.of))
        }
        if self == .delivered && !format.accepts(response) { self = .notTheReceiver }
    }

    /// Judges a status whose body was too long to read.
    init(status: Int, format: WebhookFormat) {
        self.init(HTTPResponse(status: status), format: format)
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

extension WebhookFormat {
    /// Whether a status of 2xx comes from the receiver this form is for.
    fileprivate func accepts(_ response: HTTPResponse) -> Bool {
        switch self {
        case .json: true
        // A page that asks to sign in to a network answers 200 as well.
        case .slack: response.status == 200 && Self.trimmed(response.body) == Array("ok".utf8)
        }
    }

    private static func trimmed(_ body: [UInt8]) -> [UInt8] {
        body.filter { $0 > 0x20 }
    }
}
