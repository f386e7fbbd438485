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
        let isBelieved = seconds < longest / .seconds(1)
        let wish = isBelieved ? Duration.milliseconds(Int64(seconds * 1_000) + 1) : longest
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

/// What the body of an answer says, in the forms that chat servers use.
enum WebhookReply: Equatable {
    /// `ok`, `{"ok":true}`, `{"success":true}`, `{"result":"success"}`.
    case yes
    /// The same with the opposite meaning, or an `error`.
    case no
    /// A page for people, such as the sign-in of a network.
    case page
    /// Nothing at all.
    case nothing
    /// Anything else.
    case other

    /// Reads a body.
    init(_ body: [UInt8]) {
        let text = body.filter { $0 > 0x20 }
        if text.isEmpty {
            self = .nothing
        } else if text.prefix(4).lowercasedASCII == Array("ok".utf8) {
            self = .yes
        } else if text.first == UInt8(ascii: "<") {
            self = .page
        } else if let fields = JSONBody.decode(Fields.self, from: body) {
            self = Self.meaning(of: fields)
        } else {
            self = .other
        }
    }

    /// A body that is one short word, such as `channel_not_found`.
    static func word(_ body: [UInt8]) -> String? {
        guard body.count <= 60 else { return nil }
        return String(validating: body, as: UTF8.self)
    }

    private struct Fields: Decodable {
        let ok: Bool?
        let success: Bool?
        let result: String?
        let error: String?
    }

    private static func meaning(of fields: Fields) -> WebhookReply {
        if fields.ok == false || fields.success == false || fields.error != nil { return .no }
        if let result = fields.result { return result == "success" ? .yes : .no }
        return fields.ok == true || fields.success == true ? .yes : .other
    }
}

extension Sequence<UInt8> {
    fileprivate var lowercasedASCII: [UInt8] { map { (65...90).contains($0) ? $0 + 32 : $0 } }
}

/// The host of an address, the only part of it that may be shown.
enum HostName {
    /// The host, or `nil` if the text has none; a port stays, user name and password do not.
    ///
    /// Only what can stand in a host name is kept, so that the answer of a stranger (a `Location`
    /// header) can't bring other signs onto the screen.
    static func of(_ url: String) -> String? {
        let afterScheme = url.drop { $0 != "/" }
        guard afterScheme.hasPrefix("//") else { return nil }
        let authority = afterScheme.dropFirst(2).prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let name = host.unicodeScalars.filter(isHostSign).prefix(253)
        return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
    }

    private static func isHostSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", ":", "[", "]", "_": true
        default: false
        }
    }
}
