import Alerts
import Finance
import Foundation
import HTTP
import Rules

/// A notification as an RFC 5322 message: plain text in UTF-8, with an optional page (RFC 2046,
/// section 5.1); one conversation per alert.
struct MailMessage {
    let notification: AlertNotification
    let channel: String
    /// The addresses in the message.
    let request: MailRequest
    let timeZone: TimeZone
    var page: MailPage?

    /// The sender's domain, for identifiers and the greeting.
    var domain: String {
        let host = request.sender.split(separator: "@").last ?? ""
        let isName = host.utf8.allSatisfy(MailRequest.isHostByte)
        return isName && !host.isEmpty ? String(host) : "saldovakt.invalid"
    }

    var bytes: [UInt8] {
        let parts = MessageParts(notification)
        let text = MailText.quotedPrintable(text(parts))
        guard let page else { return Self.entity(headers(parts, Self.textHeaders), text) }
        let attachment: Headers = [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Disposition", "attachment; filename=\"\(page.name)\""),
            ("Content-Transfer-Encoding", "base64"),
        ]
        let pieces = [
            Self.entity(Self.textHeaders, text),
            Self.entity(attachment, MailText.base64(page.html)),
        ]
        let body = pieces.flatMap { Array("--\(Self.boundary)\r\n".utf8) + $0 }
        let type = [("Content-Type", "multipart/mixed; boundary=\"\(Self.boundary)\"")]
        return Self.entity(headers(parts, type), body + Array("--\(Self.boundary)--\r\n".utf8))
    }

    private typealias Headers = [(name: String, value: String)]

    /// Never occurs in quoted-printable or base64, because of `=_`.
    private static let boundary = "=_saldovakt"

    private static let textHeaders: Headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "quoted-printable"),
    ]

    private static func entity(_ headers: Headers, _ body: [UInt8]) -> [UInt8] {
        let head = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array((head + "\r\n").utf8) + body
    }

    /// The `Date` header (RFC 5322, section 3.3): `Fri, 06 Mar 2026 09:00:00 +0000`.
    private static let dateStyle = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
            \(minute: .twoDigits):\(second: .twoDigits) +0000
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))

    private func headers(_ parts: MessageParts, _ content: Headers) -> Headers {
        var headers: Headers = [
            ("From", "saldovakt <\(request.sender)>"),
            ("To", request.recipients.joined(separator: ",\r\n ")),
            ("Subject", MailText.header(parts.title)),
            ("Date", notification.timestamp.formatted(Self.dateStyle)),
            ("Message-ID", "<\(identifier)>"),
        ]
        if let thread {
            headers += [("In-Reply-To", "<\(thread)>"), ("References", "<\(thread)>")]
        }
        headers += [("MIME-Version", "1.0")] + content
        // Holiday replies and mailing lists ignore such messages (RFC 3834).
        headers.append(("Auto-Submitted", "auto-generated"))
        switch parts.tone {
        case .urgent: headers += [("Importance", "high"), ("X-Priority", "1")]
        case .quiet: headers.append(("Importance", "low"))
        case .news, .over: break
        }
        return headers
    }

    /// The Message-ID, the same for every attempt.
    ///
    /// Another channel's copy of the notification may contain less, so it is another mail.
    private var identifier: String {
        "\(notification.id).\(StableHash("mail", channel).hex.prefix(8))@\(domain)"
    }

    /// The Message-ID that all mails about one alert refer to; no mail has it.
    private var thread: String? {
        guard let rule = notification.data.rule else { return nil }
        let subject = [
            channel, rule.id, notification.data.account?.id ?? "",
            notification.data.transaction?.id ?? "",
        ]
        return "thread.\(StableHash(parts: ["mail-thread"] + subject).hex)@\(domain)"
    }

    private func text(_ parts: MessageParts) -> String {
        let writer = MessageText(escaping: .plain, unit: .bytes, limit: 50_000)
        let message = writer.message(parts)
        let rule = notification.data.rule.map { " · \(DisplayText.line($0.id, limit: 64))" } ?? ""
        let minute = InstantText.minute(notification.timestamp, in: timeZone)
        let time = "\(minute) (\(timeZone.identifier))"
        let sections = [writer.cut(parts.title), message, "-- \nsaldovakt\(rule) · \(time)"]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }
}

/// Encodes text into the 7-bit lines that every mail server accepts.
enum MailText {
    /// A header's value: unchanged if it is short, printable ASCII, else as encoded words (RFC
    /// 2047).
    ///
    /// Each word contains whole characters and is on a line of its own, under 76 characters long.
    /// Control characters were replaced by spaces before; any left over would be harmless inside a
    /// word.
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, text.utf8.count <= 60, !text.contains("=?"), !text.hasPrefix(" "),
            !text.hasSuffix(" ")
        {
            return text
        }
        return words(of: text).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }

    /// Bytes as `base64` (RFC 2045, section 6.8), in lines ended by CR LF.
    static func base64(_ data: Data) -> [UInt8] {
        let text = data.base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        return Array(text.utf8) + [0x0D, 0x0A]
    }

    /// Text as `quoted-printable` (RFC 2045, section 6.7), every line ended by CR LF.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        // A text that ends in a line break has no further line.
        let last = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
        for line in last {
            result += encoded(Array(line))
            result += [0x0D, 0x0A]
        }
        return result
    }

    /// Pieces of at most 39 bytes: with its delimiters and `Subject: ` a word stays under 76
    /// characters.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            let next = String(scalar)
            if word.utf8.count + next.utf8.count > 39 {
                words.append(word)
                word = ""
            }
            word += next
        }
        return words + [word]
    }

    private static func encoded(_ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var column = 0
        for (index, byte) in line.enumerated() {
            let piece = Self.piece(byte, isLast: index == line.count - 1)
            // Room for the soft line break.
            if column + piece.count > 75 {
                result += Array("=\r\n".utf8)
                column = 0
            }
            result += piece
            column += piece.count
        }
        return result
    }

    private static func piece(_ byte: UInt8, isLast: Bool) -> [UInt8] {
        let isBlank = byte == 0x20
        if (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast {
            return [byte]
        }
        let hex = String(byte, radix: 16, uppercase: true)
        return Array(("=" + (byte < 16 ? "0" : "") + hex).utf8)
    }
}
