import Alerts
import Finance
import Foundation
import Rules

/// A notice as RFC 5322 writes messages: plain text in UTF-8, one conversation per alert.
struct MailMessage {
    /// The sender's domain, for identifiers and the greeting.
    let domain: String
    private let notice: Notice
    private let channel: String
    private let options: MailOptions

    /// Prepares the message of `channel`.
    init(_ notice: Notice, channel: String, options: MailOptions) {
        self.notice = notice
        self.channel = channel
        self.options = options
        let host = options.from.split(separator: "@").last ?? ""
        let isName = host.utf8.allSatisfy {
            switch $0 {
            case 48...57, 65...90, 97...122, 0x2D, 0x2E: true
            default: false
            }
        }
        domain = isName && !host.isEmpty ? String(host) : "saldovakt.invalid"
    }

    /// The whole message, every line ended by CR LF.
    var bytes: [UInt8] {
        let parts = MessageParts(notice)
        let head = headers(parts).map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array((head + "\r\n").utf8) + MailText.quotedPrintable(text(parts))
    }

    private func headers(_ parts: MessageParts) -> [(name: String, value: String)] {
        let times = MailTimes(options.timeZone)
        var headers: [(name: String, value: String)] = [
            ("From", "saldovakt <\(options.from)>"),
            ("To", options.to.joined(separator: ",\r\n ")),
            ("Subject", MailText.header(parts.title)),
            ("Date", times.header(notice.timestamp)),
            ("Message-ID", "<\(identifier)>"),
        ]
        if let thread {
            headers += [("In-Reply-To", "<\(thread)>"), ("References", "<\(thread)>")]
        }
        headers += [
            ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "quoted-printable"),
            // Holiday replies and mailing lists leave such messages alone (RFC 3834).
            ("Auto-Submitted", "auto-generated"),
        ]
        switch parts.tone {
        case .urgent: headers += [("Importance", "high"), ("X-Priority", "1")]
        case .quiet: headers.append(("Importance", "low"))
        case .news, .over: break
        }
        return headers
    }

    /// The same for every attempt; another channel's copy of the notice may say less, so it is
    /// another mail.
    private var identifier: String {
        "\(notice.id).\(StableHash("mail", channel).hex.prefix(8))@\(domain)"
    }

    /// The mail that all about one alert answer to; nobody has ever sent it.
    private var thread: String? {
        guard let rule = notice.data.rule else { return nil }
        let subject = [
            channel, rule.id, notice.data.account?.id ?? "", notice.data.transaction?.id ?? "",
        ]
        return "thread.\(StableHash(parts: ["mail-thread"] + subject).hex)@\(domain)"
    }

    private func text(_ parts: MessageParts) -> String {
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 50_000)
        let message = writer.message(parts)
        let rule = notice.data.rule.map { " · rule \(DisplayText.line($0.id, limit: 64))" } ?? ""
        let time = MailTimes(options.timeZone).line(notice.timestamp)
        let sections = [writer.cut(parts.title), message, "-- \nsaldovakt\(rule) · \(time)"]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }
}

/// Times as mails show them.
struct MailTimes {
    private let zone: TimeZone

    /// Writes times for people in `zone`.
    init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// For the `Date` header (RFC 5322, section 3.3): `Fri, 06 Mar 2026 09:00:00 +0000`.
    func header(_ date: Date) -> String {
        let parts = Self.parts(of: date, in: .gmt)
        let day = Self.days[((parts.weekday ?? 1) - 1) % 7]
        let month = Self.months[((parts.month ?? 1) - 1) % 12]
        return "\(day), \(Self.two(parts.day)) \(month) \(Self.four(parts.year)) "
            + "\(Self.two(parts.hour)):\(Self.two(parts.minute)):\(Self.two(parts.second)) +0000"
    }

    /// For people: `2026-03-06 10:00 (Europe/Oslo)`.
    func line(_ date: Date) -> String {
        let parts = Self.parts(of: date, in: zone)
        return "\(Self.four(parts.year))-\(Self.two(parts.month))-\(Self.two(parts.day)) "
            + "\(Self.two(parts.hour)):\(Self.two(parts.minute)) (\(zone.identifier))"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func parts(of date: Date, in zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents(
            [.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    }

    private static func two(_ number: Int?) -> String { padded(number, 2) }

    private static func four(_ number: Int?) -> String { padded(number, 4) }

    private static func padded(_ number: Int?, _ width: Int) -> String {
        let digits = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
