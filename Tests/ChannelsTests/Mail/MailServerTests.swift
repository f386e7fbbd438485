import Alerts
import Finance
import Foundation
import HTTP
import Rules
import TestSupport
import Testing
import Threads

@testable import Channels

/// Mails to a real server: STARTTLS, a login, refusals.
@Suite("mail: server", .programs)
struct MailServerTests {
    private func channel(
        _ sink: MailSink, to: [String] = ["kari@example.org"], password: String = "hemmelig",
        isEncrypted: Bool = true, trusts: Bool = true, page: MailPage? = nil,
        over transport: CurlTransport? = nil,
        pageRefused: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> MailChannel {
        var request = MailRequest(
            url: "smtp://127.0.0.1:\(sink.port)", sender: "vakt@example.org", recipients: to)
        request.requiresEncryption = isEncrypted
        // Longer than a test may take, so that none passes because a wait has ended.
        request.timeout = .seconds(600)
        request.login = isEncrypted ? Login(Secret("vakt"), Secret(password)) : nil
        let trusted = TransportOptions(trustedCertificates: trusts ? sink.certificate : nil)
        return try MailChannel(
            name: "post", request: request,
            timeZone: try #require(TimeZone(identifier: "Europe/Oslo")),
            transport: transport ?? CurlTransport(options: trusted), page: { _ in page },
            pageRefused: pageRefused)
    }

    @Test("takes a mail over STARTTLS with a login, and reads in it what was meant")
    func encrypted() async throws {
        let sink = try await MailSink(isEncrypted: true)
        defer { sink.stop() }
        let notification = SampleNotification.level(
            title: "Lønnskonto: 95,00 kr – «æøå» 👨‍👩‍👧 og en lang tittel som ikke får plass",
            body: ". en linje med punktum\n" + String(repeating: "ø", count: 200) + " = \n.",
            urgency: .critical)
        let recipients = ["kari@example.org", "ola@example.org"]
        #expect(await (try channel(sink, to: recipients)).deliver(notification) == .delivered)
        let mail = try await sink.mail()
        #expect(mail.tls && mail.auth && mail.hello == "example.org")
        #expect(mail.from == "vakt@example.org" && mail.to == recipients)
        #expect(mail.headers["Subject"] == notification.data.title)
        #expect(mail.headers["To"] == "kari@example.org, ola@example.org")
        #expect(mail.headers["Date"] == "Fri, 06 Mar 2026 09:00:00 +0000")
        #expect(mail.headers["Auto-Submitted"] == "auto-generated")
        #expect(mail.headers["Importance"] == "high")
        #expect(mail.headers["Message-ID"]?.hasPrefix("<ntc_1.") == true)
        #expect(mail.defects == [])
        #expect(
            mail.body.replacing("\r\n", with: "\n") == """
                \(notification.data.title)

                \(notification.data.body)

                --\u{20}
                saldovakt · low · 2026-03-06 10:00 (Europe/Oslo)

                """)
        for line in mail.raw.split(separator: "\r\n") { #expect(line.utf8.count <= 78) }
    }

    @Test("takes a plain mail on this machine if the settings say so")
    func plain() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let channel = try channel(sink, isEncrypted: false)
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        let mail = try await sink.mail()
        #expect(!mail.tls && mail.headers["Subject"] == "Brukskonto: 95,00 kr")
    }

    @Test("gets the page that comes with a summary as a file, beside the text")
    func attachment() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let html =
            "<!DOCTYPE html>\n<p>=_saldovakt\n.\n\(String(repeating: "æ", count: 9_000))</p>\n"
        let page = MailPage(name: "saldovakt-2026-03-06.html", html: Data(html.utf8))
        let channel = try channel(sink, isEncrypted: false, page: page)
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        let mail = try await sink.mail()
        let file = MailSink.Mail.Attachment(name: page.name, type: "text/html", text: html)
        #expect(mail.attachments == [file] && mail.defects == [])
        #expect(mail.body.hasPrefix("Brukskonto: 95,00 kr"))
        #expect(mail.headers["Auto-Submitted"] == "auto-generated")
        for line in mail.raw.split(separator: "\r\n") { #expect(line.utf8.count <= 78) }
    }

    @Test("that refuses a mail with a page gets it without, and its answer is reported")
    func refusedAttachment() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let page = MailPage(name: "a.html", html: Data("<p></p>".utf8))
        let answers = Lock<[String]>([])
        let channel = try channel(
            sink, to: ["small@example.org"], isEncrypted: false, page: page,
            pageRefused: { answer in answers.withLock { $0.append(answer) } })
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(answers.withLock { $0 } == ["127.0.0.1:\(sink.port) answered 552"])
        let mail = try await sink.mail()
        #expect(mail.attachments.isEmpty && mail.body.hasPrefix("Brukskonto: 95,00 kr"))
    }

    @Test("is left alone if it can't encrypt, or if nobody trusts it")
    func notEncrypted() async throws {
        let plain = try await MailSink(isEncrypted: false)
        defer { plain.stop() }
        let refused = await (try channel(plain)).deliver(SampleNotification.level())
        #expect(refused.kind == "retry" && refused.problem?.problem.contains("encrypted") == true)
        let sink = try await MailSink(isEncrypted: true)
        defer { sink.stop() }
        let untrusted = await (try channel(sink, trusts: false)).deliver(SampleNotification.level())
        #expect(untrusted.problem?.problem.contains("certificate") == true)
        #expect(untrusted.wait == .seconds(3_600))
    }

    @Test(
        "says what is final and what is not",
        arguments: [
            ("reject@example.org", "partlyRefused", "550 for recipient 2 of 2"),
            ("later@example.org", "retry", "451 for recipient 2 of 2"),
            ("full@example.org", "partlyRefused", "552 for recipient 2 of 2"),
        ])
    func replies(recipient: String, kind: String, code: String) async throws {
        let sink = try await MailSink(isEncrypted: true)
        defer { sink.stop() }
        let channel = try channel(sink, to: ["kari@example.org", recipient])
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == kind)
        #expect(
            outcome.problem?.problem
                == "127.0.0.1:\(sink.port) answered \(code)")
    }

    @Test("that answers recipients differently has each answer named with its recipients")
    func differentReplies() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let channel = try channel(
            sink, to: ["kari@example.org", "reject@example.org", "later@example.org"],
            isEncrypted: false)
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == "retry")
        #expect(
            outcome.problem?.problem.hasSuffix(
                "answered 451 for recipient 3 of 3, 550 for recipient 2 of 3") == true)
    }

    @Test("that refuses one recipient gets the mail for the others")
    func refusedRecipient() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let channel = try channel(
            sink, to: ["reject@example.org", "kari@example.org"], isEncrypted: false)
        #expect(await channel.deliver(SampleNotification.level()).kind == "partlyRefused")
        let mail = try await sink.mail()
        #expect(mail.to == ["kari@example.org"])
        #expect(mail.headers["To"] == "reject@example.org, kari@example.org")
    }

    @Test("that is silent after one mail delays no other", .timeLimit(.minutes(2)))
    func silent() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let transport = CurlTransport()
        let stuck = try channel(
            sink, to: ["hang@example.org"], isEncrypted: false, over: transport)
        let attempt = Task { await stuck.deliver(SampleNotification.level()) }
        try await sink.hanging()
        let other = try channel(sink, isEncrypted: false, over: transport)
        #expect(await other.deliver(SampleNotification.level()) == .delivered)
        attempt.cancel()
        #expect(await attempt.value.problem?.reason == .cancelled)
    }

    @Test("has a mail that it accepted, also if it does not answer QUIT", .timeLimit(.minutes(2)))
    func noQuit() async throws {
        let sink = try await MailSink(isEncrypted: false)
        defer { sink.stop() }
        let channel = try channel(sink, to: ["noquit@example.org"], isEncrypted: false)
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(await channel.deliver(SampleNotification.level(id: "ntc_2")) == .delivered)
    }

    @Test(
        "that lets no connection come about is left after the time for a connection",
        .timeLimit(.minutes(2)))
    func noConnection() async throws {
        let sink = try await MailSink(isEncrypted: false, "--full")
        defer { sink.stop() }
        var options = TransportOptions()
        options.connectTimeout = .milliseconds(10)
        let channel = try channel(
            sink, isEncrypted: false, over: CurlTransport(options: options))
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.kind == "retry" && outcome.problem?.reason == .timedOut)
    }

    @Test("may take longer for its greeting than a connection may take")
    func slowGreeting() async throws {
        let sink = try await MailSink(isEncrypted: false, "--late")
        defer { sink.stop() }
        var options = TransportOptions()
        options.connectTimeout = .seconds(1)
        let channel = try channel(
            sink, isEncrypted: false, over: CurlTransport(options: options))
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
    }

    @Test("that refuses the login is left alone for an hour")
    func login() async throws {
        let sink = try await MailSink(isEncrypted: true)
        defer { sink.stop() }
        let channel = try channel(sink, password: "wrong-hunter2")
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.problem?.reason == .auth && outcome.wait == .seconds(3_600))
        #expect(!"\(outcome)".contains("hunter2"))
    }
}
