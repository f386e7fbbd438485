import Alerts
import Finance
import HTTP

/// The meaning of an answer for the notification, before it becomes a text.
enum WebhookVerdict: Equatable {
    case delivered
    /// The receiver is overloaded or fails; wait at least this long.
    case busy(DeliveryProblem.Reason, after: Duration?)
    /// It refuses the sender: wait long, to avoid a ban, until the person fixes it.
    case unauthorised
    case notTheReceiver
    /// It has moved; the host, if it named one.
    case moved(String?)
    case tooLong
    case refused
    case gone

    init(_ response: HTTPResponse) {
        let wish = response.retryAfter
        self =
            switch response.status {
            case 200...299: .delivered
            case 300...399: .moved(response.header("Location").flatMap(HostName.of))
            case 401, 403: .unauthorised
            case 408: .busy(.timedOut, after: wish)
            case 410: .gone
            case 413: .tooLong
            case 425, 429: .busy(.rateLimited, after: wish)
            case 400...499: .refused
            case 500...599: .busy(.server, after: wish)
            default: .notTheReceiver
            }
    }

    /// The verdict with a longer wait, if the answer's body asks for one.
    func waiting(atLeast seconds: Double?) -> WebhookVerdict {
        guard case .busy(let reason, let after) = self, let seconds, seconds > 0 else {
            return self
        }
        let longest = HTTPResponse.longestRetryAfter
        let isBelieved = seconds < longest / .seconds(1)
        let wish = isBelieved ? Duration.milliseconds(Int64(seconds * 1_000) + 1) : longest
        return .busy(reason, after: max(wish, after ?? .zero))
    }

    /// The verdict, unless it is a success that the receiver's body does not confirm.
    func confirmed(by isConfirmed: Bool, otherwise verdict: WebhookVerdict = .notTheReceiver)
        -> WebhookVerdict
    {
        self == .delivered && !isConfirmed ? verdict : self
    }

    /// The verdict, unless it is a success that the body does not confirm: a no is a refusal, and
    /// anything else comes from another server.
    func confirmed(by reply: WebhookReply) -> WebhookVerdict {
        confirmed(by: reply == .yes, otherwise: reply == .no ? .refused : .notTheReceiver)
    }
}

/// The reply in an answer's body, in the forms that chat servers use.
enum WebhookReply: Equatable {
    /// `ok`, `{"ok":true}`, `{"success":true}`, `{"result":"success"}`.
    case yes
    /// The same forms with the opposite meaning, or an `error`.
    case no
    /// A page for people, such as the sign-in of a network.
    case page
    case nothing
    case other

    init(_ body: [UInt8], _ json: JSONNode?) {
        let text = body.filter { $0 > 0x20 }
        if text.isEmpty {
            self = .nothing
        } else if text.prefix(4).lowercasedASCII == Array("ok".utf8) {
            self = .yes
        } else if text.first == UInt8(ascii: "<") {
            self = .page
        } else {
            self = json.map(Self.meaning) ?? .other
        }
    }

    /// A body that is one short word, such as `channel_not_found`.
    static func word(_ body: [UInt8]) -> String? {
        guard body.count <= 60 else { return nil }
        return String(validating: body, as: UTF8.self)
    }

    private static func meaning(of json: JSONNode) -> WebhookReply {
        let flags = ["ok", "success"].compactMap { json[$0]?.value }
        if flags.contains(.boolean(false)) || json["error"]?.string != nil { return .no }
        if let result = json["result"]?.string { return result == "success" ? .yes : .no }
        return flags.contains(.boolean(true)) ? .yes : .other
    }
}

extension Sequence<UInt8> {
    fileprivate var lowercasedASCII: [UInt8] { map { (65...90).contains($0) ? $0 + 32 : $0 } }
}

/// The host of an address, the only part of it that may be shown.
enum HostName {
    /// The host, or `nil` if the text has none; a port is kept, user name and password are not.
    ///
    /// Only characters of host names are kept, so that an unknown server's answer (a `Location`
    /// header) can't put others on the screen.
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

/// The texts for the answers of webhooks' receivers.
extension TransportProblems {
    /// Turns a verdict into the outcome of the port.
    ///
    /// - Parameter hint: a word of the receiver about it, already safe to show.
    func outcome(_ verdict: WebhookVerdict, status: Int, hint: String? = nil) -> DeliveryOutcome {
        let said = hint.map { "\(status) (\($0))" } ?? String(status)
        return switch verdict {
        case .delivered: .delivered
        case .busy(let reason, let after):
            .retry(answered(reason, said, fix: "wait"), after: after)
        case .unauthorised:
            .retry(
                .auth, "\(host) answered \(said)",
                fix: "check the channel's address, token, headers and signing secret",
                after: Self.holdTime)
        case .notTheReceiver:
            .retry(
                .server, "\(host) answered \(said), but not as the receiver does",
                fix: "check the channel's address and format, and the network's sign-in page")
        case .moved(let place):
            .refused(
                answered(
                    .client, "\(status)" + (place.map { " and points to \($0)" } ?? ""),
                    fix: "redirects are not followed: set the channel's address to the new place"))
        case .tooLong:
            .refused(answered(.client, said, fix: "the notification is too long for the receiver"))
        case .refused:
            .refused(answered(.client, said, fix: "check the channel's address and format"))
        case .gone:
            .channelClosed(answered(.client, said, fix: "the receiver is gone; set a new address"))
        }
    }

    func outcome(_ error: TransportError, from receiver: WebhookReceiver) -> DeliveryOutcome {
        guard case .bodyTooLarge(let status) = error else { return outcome(error) }
        return outcome(receiver.verdict(onUnreadable: status), status: status)
    }

    /// The receiver accepts nothing more for a time.
    var paused: DeliveryProblem {
        DeliveryProblem(
            reason: .rateLimited, problem: "\(host) asked to come later", fix: "wait")
    }

    /// A receiver's word if it can be shown: a code or a few plain words, nothing longer, and none
    /// that repeats a secret of the channel.
    ///
    /// Of each secret the whole text and its longer words are looked for, whatever is between their
    /// letters: receivers repeat a part of an address, or a token with other signs.
    static func shown(_ hint: String, hiding secrets: [String]) -> String? {
        let fits = hint.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", "_", "-", "'": true
            default: false
            }
        }
        guard fits, (1...60).contains(hint.utf8.count) else { return nil }
        let letters = Self.letters(hint)
        let parts = secrets.flatMap { secret in
            let words = secret.split { !$0.isLetter && !$0.isNumber }.map(Self.letters)
            return [Self.letters(secret)] + words.filter { $0.utf8.count >= 6 }
        }
        return parts.contains { !$0.isEmpty && letters.contains($0) } ? nil : hint
    }

    private static func letters(_ text: some StringProtocol) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The notification's identifier can't be signed.
    static let unsendableID = DeliveryOutcome.refused(
        DeliveryProblem(
            reason: .other, problem: "the notification's id is no webhook-id",
            fix: "report this as a fault"))
}
