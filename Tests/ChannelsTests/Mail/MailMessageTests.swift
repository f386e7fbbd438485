import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@testable import Channels

@Suite("mail message", .programs)
struct MailMessageTests {
    private func text(_ notification: AlertNotification, channel: String = "post") -> String {
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org",
            recipients: ["kari@example.org"])
        let message = MailMessage(
            notification: notification, channel: channel, request: request, timeZone: .gmt)
        return String(decoding: message.bytes, as: UTF8.self)
    }

    private func header(_ name: String, of text: String) -> String? {
        let head = text.prefix(upTo: text.range(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
        return head.replacing("\r\n ", with: " ").split(separator: "\r\n")
            .first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }

    @Test("is this, byte for byte")
    func bytes() throws {
        try Golden.check(text(SampleNotification.level()), "mail.txt")
    }

    @Test("has no more headers than its own, whatever stands in a notice")
    func injection() {
        let evil = "x\r\nBcc: all@example.org\r\n\r\nevil\u{0}\u{2028}.\r\n.\r\nMAIL FROM:<a@b>"
        var notification = SampleNotification.level(rule: evil, title: evil, body: evil)
        notification.data.items = []
        let text = text(notification)
        let names = text.prefix(upTo: text.range(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
            .split(separator: "\r\n").filter { !$0.hasPrefix(" ") }
            .map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
                "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted",
            ])
        #expect(!text.replacing("\r\n", with: "").contains("\r"))
        #expect(!text.replacing("\r\n", with: "").contains("\n"))
        #expect(text.utf8.allSatisfy { $0 < 0x80 && $0 != 0 })
    }

    @Test("keeps its identifier over attempts; another channel's copy has another one")
    func identifier() {
        let first = header("Message-ID", of: text(SampleNotification.level()))
        #expect(first == header("Message-ID", of: text(SampleNotification.level())))
        #expect(
            first != header("Message-ID", of: text(SampleNotification.level(), channel: "other")))
        #expect(first != header("Message-ID", of: text(SampleNotification.level(id: "ntc_2"))))
    }

    @Test("is one conversation with the others about the same alert")
    func thread() {
        func thread(_ notification: AlertNotification) -> String? {
            header("References", of: text(notification))
        }
        let fired = thread(SampleNotification.level())
        #expect(fired != nil)
        #expect(fired == thread(SampleNotification.level(id: "ntc_2", type: .resolved)))
        #expect(fired != thread(SampleNotification.level(account: "a2")))
        #expect(fired != thread(SampleNotification.level(rule: "high")))
        #expect(thread(AlertNotification.sample) == nil)
    }

    @Test(
        "writes subjects that other programs read alike",
        arguments: [
            "Kort", "Lønn", "=?utf-8?B?eA==?=", String(repeating: "æ👨‍👩‍👧 ", count: 30), "a b ",
        ])
    func subject(title: String) async throws {
        let words = MailText.header(title)
        for line in words.split(separator: "\r\n ") { #expect(line.utf8.count <= 75) }
        let script = """
            import email.header, sys
            parts = email.header.decode_header(sys.argv[1])
            print("got " + "".join(t if isinstance(t, str) else t.decode(e or "ascii") for t, e in parts) + "|")
            """
        let process = try ForeignProcess(["python3", "-c", script, words])
        #expect(try await process.line(startingWith: "got ") == "got \(title)|")
    }

    @Test(
        "an address that could become a command is refused before anything is sent",
        arguments: [
            "kari@example.org>\r\nRSET", "kari", "@example.org", "kari@", "ka ri@example.org",
            "kåri@example.org", "<kari@example.org>", "kari@example.org,ola@example.org", "",
        ])
    func address(text: String) {
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org", recipients: [text])
        #expect(throws: ChannelSettingsError.refused(.refusedMessage("mail address"))) {
            try MailChannel(
                name: "post", request: request, timeZone: .gmt, transport: ScriptedMessages())
        }
    }

    @Test("is not sent without encryption out of the own network, nor to forbidden addresses")
    func policy() async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        var mail = MailRequest(
            url: "smtp://8.8.8.8:25", sender: "a@b", recipients: ["c@d"], message: [13, 10])
        mail.requiresEncryption = false
        await #expect(throws: TransportError.refusedURL(.plainMailOutsideOwnNetwork)) {
            try await transport.send(mail)
        }
        for scheme in ["smtp", "smtps"] {
            mail.url = "\(scheme)://169.254.169.254"
            await #expect(throws: TransportError.refusedURL(.forbiddenAddress)) {
                try await transport.send(mail)
            }
        }
        mail.url = "https://127.0.0.1"
        await #expect(throws: TransportError.refusedURL(.scheme)) { try await transport.send(mail) }
    }

    @Test(
        "every reply has its meaning",
        arguments: [
            (250, "delivered", nil), (421, "retry", DeliveryProblem.Reason.rateLimited),
            (450, "retry", .rateLimited), (454, "retry", .server), (530, "retry", .auth),
            (535, "retry", .auth), (550, "refused", .client), (552, "refused", .client),
            (354, "retry", .server),
        ])
    func replies(code: Int, kind: String, reason: DeliveryProblem.Reason?) async throws {
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org",
            recipients: ["kari@example.org"])
        let channel = try MailChannel(
            name: "post", request: request, timeZone: .gmt, transport: ScriptedMessages(code: code))
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == kind && outcome.problem?.reason == reason)
    }

    @Test(
        "a recipient that is refused, for good or for now, repeats the mail for nobody else",
        arguments: [(550, "partlyRefused"), (452, "retry")])
    func onlyTheMissing(code: Int, kind: String) async throws {
        let (kari, ola) = ("kari@example.org", "ola@example.org")
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org", recipients: [kari, ola])
        let server = ScriptedMessages(codes: [ola: code])
        let channel = try MailChannel(
            name: "post", request: request, timeZone: .gmt, transport: server)
        for _ in 0..<2 {
            let outcome = await channel.deliver(SampleNotification.level())
            #expect(outcome.kind == kind)
            #expect(outcome.problem?.problem.hasSuffix("\(code) for recipient 2 of 2") == true)
        }
        #expect(server.mails.map(\.recipients) == [[kari, ola], [kari], [ola], [ola]])
        server.answer(ola, with: 250)
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(server.mails.last?.recipients == [ola])
    }

    @Test("a channel that replaces another one repeats nothing for those who have the mail")
    func overReload() async throws {
        let (kari, ola) = ("kari@example.org", "ola@example.org")
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org", recipients: [kari, ola])
        let server = ScriptedMessages(codes: [ola: 451])
        let reached = Lock<[String: Set<String>]>([:])
        for _ in 0..<2 {
            let channel = try MailChannel(
                name: "post", request: request, timeZone: .gmt, transport: server, reached: reached)
            #expect(await channel.deliver(SampleNotification.level()).kind == "retry")
        }
        #expect(server.mails.map(\.recipients) == [[kari, ola], [kari], [ola], [ola]])
        let other = try MailChannel(
            name: "other", request: request, timeZone: .gmt, transport: server, reached: reached)
        #expect(await other.deliver(SampleNotification.level()).kind == "retry")
        #expect(server.mails.dropFirst(4).map(\.recipients) == [[kari, ola], [kari], [ola]])
    }

    @Test("a reply that every recipient gets is about none of them")
    func everyRecipient() async throws {
        let request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org",
            recipients: ["kari@example.org", "ola@example.org"])
        let channel = try MailChannel(
            name: "post", request: request, timeZone: .gmt, transport: ScriptedMessages(code: 554))
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == "refused")
        #expect(outcome.problem?.problem == "mail.example answered 554")
    }

    @Test(
        "a fix names what is likely wrong",
        arguments: [
            (554, false, "give the channel user and password"), (530, false, "give the channel"),
            (554, true, "spam"), (552, true, "mailbox"), (550, true, "addresses"),
            (535, true, "check user and password"),
        ])
    func fixes(code: Int, hasLogin: Bool, words: String) async throws {
        var request = MailRequest(
            url: "smtps://mail.example", sender: "vakt@example.org",
            recipients: ["kari@example.org"])
        request.login = hasLogin ? Login(user: "vakt", password: "hunter2") : nil
        let channel = try MailChannel(
            name: "post", request: request, timeZone: .gmt, transport: ScriptedMessages(code: code))
        let problem = await channel.deliver(SampleNotification.level()).problem
        #expect(problem?.fix.contains(words) == true)
    }

    @Test(
        "a failed connection brings the words for its likely cause",
        arguments: [
            (TransportError.tls, DeliveryProblem.Reason.unreachable, "smtps:// for port 465"),
            (.timedOut, .timedOut, "smtps:// for port 465"),
            (.noPasswordLogin, .auth, "OAuth"), (.unreachable, .unreachable, "network"),
        ])
    func failures(
        error: TransportError, reason: DeliveryProblem.Reason, words: String
    ) async throws {
        let request = MailRequest(
            url: "smtps://mail.example:587", sender: "vakt@example.org",
            recipients: ["kari@example.org"])
        let channel = try MailChannel(
            name: "post", request: request, timeZone: .gmt,
            transport: ScriptedMessages(failure: error))
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == "retry" && outcome.problem?.reason == reason)
        #expect(outcome.problem?.fix.contains(words) == true)
    }
}
