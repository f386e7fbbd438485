public import Alerts
public import Foundation
public import HTTP
public import Threads

/// Sends each notification as a mail to all recipients at once.
///
/// If the server refuses the mail, for good or for now, each recipient gets a mail of its own, so
/// that one address keeps it from nobody else. Recipients refused for good end the delivery with a
/// problem, so that none silently stops getting mails. For those refused for now it is repeated; a
/// restart forgets who has it. A repeated mail has the same Message-ID; mails about one alert are
/// one conversation. A page that comes with a notification is attached.
public struct MailChannel: Channel {
    public let name: String
    private let request: MailRequest
    private let timeZone: TimeZone
    private let page: @Sendable (AlertNotification) async -> MailPage?
    private let pageRefused: @Sendable (_ answer: String) -> Void
    private let transport: any MessageTransport
    private let problems: TransportProblems
    private let reached: Lock<[String: Set<String>]>

    /// Makes the channel; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - request: server, login and addresses.
    ///   - reached: the recipients that have a notification which others have not, by channel and
    ///     notification; it outlives the channel if a reload replaces that.
    ///   - page: makes the page of a notification; `nil` for most, and if it can't be made.
    ///   - pageRefused: called after a mail that the server accepted only without its page.
    /// - Throws: ``ChannelSettingsError`` if nothing can be sent with them.
    public init(
        name: String, request: MailRequest, timeZone: TimeZone, transport: any MessageTransport,
        reached: Lock<[String: Set<String>]> = Lock([:]),
        page: @escaping @Sendable (AlertNotification) async -> MailPage? = { _ in nil },
        pageRefused: @escaping @Sendable (_ answer: String) -> Void = { _ in }
    ) throws(ChannelSettingsError) {
        self.name = name
        self.request = request
        self.timeZone = timeZone
        self.transport = transport
        self.page = page
        self.pageRefused = pageRefused
        self.reached = reached
        problems = TransportProblems(
            host: HostName.of(request.url) ?? "the mail server",
            schemeFix: "use smtps:// for port 465 and smtp:// for port 587")
        do { try filled(.sample, to: request.recipients).check() } catch { throw .refused(error) }
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        let page = await page(notification)
        let all = request.recipients
        let had = reached.withLock { $0[key(notification)] } ?? []
        do throws(TransportError) {
            if had.isEmpty {
                let reply = try await send(notification, page, to: all)
                guard all.count > 1, Self.mayConcernOne(reply) else { return outcome(reply) }
            }
            var failed: [(place: Int, reply: Int)] = []
            for (index, recipient) in all.enumerated() where !had.contains(recipient) {
                let reply = try await send(notification, page, to: [recipient])
                if (200...299).contains(reply) {
                    note(recipient, has: notification)
                } else {
                    failed.append((index + 1, reply))
                }
            }
            // A recipient that may accept it later decides when it is tried again.
            guard
                let worst = failed.first(where: { !Self.refusals.contains($0.reply) })
                    ?? failed.first
            else {
                reached.withLock { $0[key(notification)] = nil }
                return .delivered
            }
            let others = Set(failed.map(\.reply)).subtracting([worst.reply]).sorted()
            let whom = ([worst.reply] + others).map { reply in
                let places = failed.filter { $0.reply == reply }.map(\.place)
                return Self.words(places, of: all.count)
            }
            let rest = zip(others, whom.dropFirst()).map { ", \($0)\($1)" }
            let outcome = outcome(worst.reply, for: whom[0] + rest.joined())
            guard case .refused(let problem) = outcome, failed.count < all.count else {
                return outcome
            }
            return .partlyRefused(problem)
        } catch { return problems.outcome(error) }
    }

    private func key(_ notification: AlertNotification) -> String { "\(name) \(notification.id)" }

    /// Names recipients by their places in the settings; addresses do not belong in a log.
    private static func words(_ places: [Int], of count: Int) -> String {
        guard places.count < count else { return "" }
        let list = places.map(String.init).joined(separator: ", ")
        return " for recipient\(places.count > 1 ? "s" : "") \(list) of \(count)"
    }

    private func note(_ recipient: String, has notification: AlertNotification) {
        reached.withLock { reached in
            // Nothing says which ones are abandoned; forgetting one repeats a mail at worst.
            if reached.count >= 1_000 { reached = [:] }
            reached[key(notification), default: []].insert(recipient)
        }
    }

    /// Replies that refuse a recipient, the sender or the contents for good.
    private static let refusals = 550...559

    /// Whether a reply may be about one of several recipients, so that the others are worth a try.
    private static func mayConcernOne(_ reply: Int) -> Bool {
        refusals.contains(reply) || (450...452).contains(reply)
    }

    /// Sends one mail and returns the server's reply.
    private func send(
        _ notification: AlertNotification, _ page: MailPage?, to recipients: [String]
    ) async throws(TransportError) -> Int {
        if let page {
            let reply = try await transport.send(filled(notification, page, to: recipients))
            // A server that refuses such a mail may accept one without the page.
            guard Self.refusals.contains(reply) else { return reply }
            let next = try await transport.send(filled(notification, to: recipients))
            if (200...299).contains(next) { pageRefused("\(problems.host) answered \(reply)") }
            return next
        }
        return try await transport.send(filled(notification, to: recipients))
    }

    /// The mail with its bytes; the header names all recipients, also in a mail for one.
    private func filled(
        _ notification: AlertNotification, _ page: MailPage? = nil, to recipients: [String]
    ) -> MailRequest {
        let message = MailMessage(
            notification: notification, channel: name, request: request, timeZone: timeZone,
            page: page)
        var request = request
        request.greeting = message.domain
        request.message = message.bytes
        request.recipients = recipients
        return request
    }

    /// The outcome for a server's reply (RFC 5321, section 4.2; RFC 4954 for the sign-in).
    private func outcome(_ reply: Int, for whom: String = "") -> DeliveryOutcome {
        let problem = "\(problems.host) answered \(reply)\(whom)"
        return switch reply {
        case 200...299: .delivered
        case 530, 534, 535, 538:
            .retry(
                .auth, problem,
                fix: hasLogin
                    ? "check user and password of the channel"
                    : "give the channel user and password",
                after: TransportProblems.holdTime)
        case 421, 450...452: .retry(.rateLimited, problem, fix: "wait")
        case 400...499: .retry(.server, problem, fix: "wait")
        case 500...599:
            .refused(
                DeliveryProblem(
                    reason: .client, problem: problem, fix: fix(refusal: reply)))
        default: .retry(.server, problem, fix: "check the channel's address")
        }
    }

    private var hasLogin: Bool { request.login != nil }

    /// Codes have several meanings (RFC 5321, section 4.2.3), and each fix names the likely ones.
    private func fix(refusal reply: Int) -> String {
        switch reply {
        case 552: "make room in the mailbox; the server may also limit the size of a mail"
        case _ where !hasLogin:
            "check the addresses; if the server wants a login, give the channel user and password"
        case 554: "ask the server's operator why it refuses this mail; it may look like spam"
        default: "check the sender's and the recipients' addresses"
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
