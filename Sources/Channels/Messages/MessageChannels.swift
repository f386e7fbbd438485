public import Alerts
public import Foundation
public import HTTP

/// Sends each notification as a mail to all recipients at once.
///
/// The server has to accept the mail for every recipient. A refused recipient refuses the whole
/// mail, so that none silently stops getting mails. A repeated mail has the same Message-ID; mails
/// about one alert are one conversation. A page that comes with a notification is attached.
public struct MailChannel: Channel {
    public let name: String
    private let request: MailRequest
    private let timeZone: TimeZone
    private let page: @Sendable (AlertNotification) async -> MailPage?
    private let transport: any MessageTransport
    private let problems: TransportProblems

    /// Makes the channel; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - request: server, login and addresses.
    ///   - page: makes the page of a notification; `nil` for most, and if it can't be made.
    /// - Throws: ``ChannelSettingsError`` if nothing can be sent with them.
    public init(
        name: String, request: MailRequest, timeZone: TimeZone, transport: any MessageTransport,
        page: @escaping @Sendable (AlertNotification) async -> MailPage? = { _ in nil }
    ) throws(ChannelSettingsError) {
        self.name = name
        self.request = request
        self.timeZone = timeZone
        self.transport = transport
        self.page = page
        problems = TransportProblems(host: HostName.of(request.url) ?? "the mail server")
        do { try filled(.sample).check() } catch { throw .refused(error) }
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        do {
            if let page = await page(notification) {
                let reply = try await transport.send(filled(notification, page))
                // A server that refuses such a mail may accept one without the page.
                guard (550...559).contains(reply) else { return outcome(reply) }
            }
            return outcome(try await transport.send(filled(notification)))
        } catch { return problems.outcome(error) }
    }

    private func filled(_ notification: AlertNotification, _ page: MailPage? = nil) -> MailRequest {
        let message = MailMessage(
            notification: notification, channel: name, request: request, timeZone: timeZone,
            page: page)
        var request = request
        request.greeting = message.domain
        request.message = message.bytes
        return request
    }

    /// The outcome for a server's reply (RFC 5321, section 4.2; RFC 4954 for the sign-in).
    private func outcome(_ reply: Int) -> DeliveryOutcome {
        let problem = "\(problems.host) answered \(reply)"
        return switch reply {
        case 200...299: .delivered
        case 530, 534, 535, 538:
            .retry(
                .auth, problem, fix: "check user and password of the channel",
                after: TransportProblems.holdTime)
        case 421, 450...452: .retry(.rateLimited, problem, fix: "wait")
        case 400...499: .retry(.server, problem, fix: "wait")
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

/// Publishes each notification, as JSON, on one topic of a broker in the own network.
///
/// Nothing is confirmed: "delivered" means that the bytes were written to a broker that accepted
/// the connection. Nothing is retained. A channel for important alerts should not be the only one.
public struct MQTTChannel: Channel {
    public let name: String
    private let request: MQTTRequest
    private let transport: any MessageTransport
    private let problems: TransportProblems

    /// Makes the channel; nothing is sent yet.
    ///
    /// - Parameter request: broker, topic and login.
    /// - Throws: ``ChannelSettingsError`` if nothing can be sent with them.
    public init(
        name: String, request: MQTTRequest, transport: any MessageTransport
    ) throws(ChannelSettingsError) {
        self.name = name
        self.request = request
        self.transport = transport
        problems = TransportProblems(host: HostName.of(request.url) ?? "the broker")
        do { try request.check() } catch { throw .refused(error) }
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        var request = request
        request.payload = NotificationCoding.bytes(notification)
        do {
            try await transport.publish(request)
            return .delivered
        } catch .malformedResponse {
            // libcurl says nothing more about a connection that the broker refuses.
            return .retry(
                .auth, "\(problems.host) did not take the connection",
                fix: "check user and password of the channel", after: TransportProblems.holdTime)
        } catch { return problems.outcome(error) }
    }
}
