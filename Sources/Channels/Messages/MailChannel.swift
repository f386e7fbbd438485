public import Alerts
public import Finance
public import Foundation
public import HTTP

/// Sends each notification as a mail to all recipients at once.
///
/// The server has to take the mail for every recipient: one that it refuses refuses the mail, so
/// that no recipient silently stops getting mails. A repeated mail has the same Message-ID; mails
/// about one alert are one conversation. A page that comes with a notification is attached.
public struct MailChannel: Channel {
    public let name: String
    private let options: MailOptions
    private let transport: any MessageTransport
    private let problems: TransportProblems

    /// Makes the channel; nothing is sent yet.
    ///
    /// - Throws: ``ChannelSettingsError`` if nothing could be sent like this.
    public init(
        name: String, options: MailOptions, transport: any MessageTransport
    ) throws(ChannelSettingsError) {
        self.name = name
        self.options = options
        self.transport = transport
        problems = TransportProblems(host: HostName.of(options.server) ?? "the mail server")
        do {
            try request(for: .sample).check()
        } catch {
            throw .refused(error)
        }
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        do {
            if let page = await options.page(notification) {
                let reply = try await transport.send(request(for: notification, page))
                // A server that takes no such mail may take one without the page.
                guard (550...559).contains(reply.code) else { return outcome(reply) }
            }
            return outcome(try await transport.send(request(for: notification)))
        } catch {
            return problems.outcome(error)
        }
    }

    private func request(
        for notification: AlertNotification, _ page: MailPage? = nil
    ) -> MailRequest {
        let message = MailMessage(notification, channel: name, options: options, page: page)
        var request = MailRequest(
            url: options.server, sender: options.from, recipients: options.to,
            message: message.bytes)
        request.greeting = message.domain
        request.requiresEncryption = options.requiresEncryption
        request.login = Login(options.user, options.password)
        return request
    }

    /// What the server's reply means (RFC 5321, section 4.2; RFC 4954 for the sign-in).
    private func outcome(_ reply: MailReply) -> DeliveryOutcome {
        let problem = "\(problems.host) answered \(reply.code)"
        return switch reply.code {
        case 200...299: .delivered
        case 530, 534, 535, 538:
            .retry(
                .auth, problem, fix: "check user and password of the channel",
                after: TransportProblems.holdTime)
        case 421, 450...452: .retry(.rateLimited, problem, fix: "wait; it is tried again")
        case 400...499: .retry(.server, problem, fix: "wait; it is tried again")
        case 500...599:
            .refused(
                DeliveryProblem(
                    reason: .client, problem: problem,
                    fix: "check the sender's and the recipients' addresses"))
        default: .retry(.server, problem, fix: "check the channel's address")
        }
    }
}

/// A page that is attached to a mail.
public struct MailPage: Sendable, Hashable {
    /// The file's name, ASCII without quotes.
    public let name: String
    public let html: Data

    public init(name: String, html: Data) {
        self.name = name
        self.html = html
    }
}

/// How a mail channel is set up.
public struct MailOptions: Sendable {
    /// The server, `smtps://host:465` or `smtp://host:587`.
    public var server: String
    public var from: String
    public var to: [String]
    public var user: Secret?
    public var password: Secret?
    /// Whether an `smtp://` connection has to be encrypted; without, it stays in the own network.
    public var requiresEncryption: Bool
    public var timeZone: TimeZone
    /// Makes the page that comes with a notification; `nil` for most, and where it can't be made.
    public var page: @Sendable (AlertNotification) async -> MailPage? = { _ in nil }

    public init(server: String, from: String, to: [String], timeZone: TimeZone) {
        self.server = server
        self.from = from
        self.to = to
        self.timeZone = timeZone
        requiresEncryption = true
    }
}
