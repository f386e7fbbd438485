public import Alerts
public import Finance
public import Foundation
public import HTTP

/// Posts each notice to one address.
///
/// - Success: any 2xx; for ``WebhookFormat/slack`` 200 with the body `ok`.
/// - Redirects are not followed: the address is a secret, and whoever can redirect could read it.
/// - 401 and 403 hold the channel for an hour, 410 closes it, 413 is tried once more with a
///   shorter notice.
///
/// ```swift
/// let channel = try WebhookChannel(
///     name: "hook", url: Secret("https://example.org/hook"), transport: transport)
/// ```
public struct WebhookChannel: Channel {
    /// The name that rules use.
    public let name: String
    private let url: Secret
    private let options: WebhookOptions
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let problems: WebhookProblems

    /// Makes a channel; nothing is sent yet.
    ///
    /// - Throws: ``WebhookSettingsError``, without any part of address or header values.
    public init(
        name: String, url: Secret, options: WebhookOptions = WebhookOptions(),
        transport: any HTTPTransport, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(WebhookSettingsError) {
        self.name = name
        self.url = url
        self.options = options
        self.transport = transport
        self.now = now
        problems = WebhookProblems(
            channel: name, host: HostName.of(url.reveal()) ?? "the receiver")
        try checkSettings()
    }

    /// Posts the notice once, twice if the receiver finds it too long.
    public func deliver(_ notice: Notice) async -> DeliveryOutcome {
        let stamp = WebhookSignature(id: notice.id, at: now())
        guard stamp.isValid else { return problems.unsendableID }
        let (outcome, wasTooLong) = await post(notice, stamp)
        guard wasTooLong, let shorter = notice.shortened else { return outcome }
        return await post(shorter, stamp).outcome
    }

    private func post(
        _ notice: Notice, _ stamp: WebhookSignature
    ) async -> (outcome: DeliveryOutcome, wasTooLong: Bool) {
        do {
            let response = try await transport.send(request(for: notice, stamp))
            let verdict = WebhookVerdict(response, format: options.format)
            return (problems.outcome(verdict, status: response.status), verdict == .tooLong)
        } catch {
            return (problems.outcome(error, format: options.format), false)
        }
    }

    private func request(for notice: Notice, _ stamp: WebhookSignature) -> HTTPRequest {
        let body = options.format.body(for: notice)
        var headers = [HTTPHeader("Content-Type", "application/json")]
        if options.format.namesTheEvent || !options.signingSecrets.isEmpty {
            headers += stamp.headers(for: body, secrets: options.signingSecrets)
        }
        return HTTPRequest(
            method: .post, url: url.reveal(), headers: headers + customHeaders, body: body,
            timeout: options.timeout, maximumBodyBytes: 64 << 10)
    }

    private var customHeaders: [HTTPHeader] {
        options.headers.map { HTTPHeader($0.name, $0.value.reveal()) }
    }

    private func checkSettings() throws(WebhookSettingsError) {
        let request = HTTPRequest(method: .post, url: url.reveal(), headers: customHeaders)
        do {
            try request.check()
        } catch .refusedURL(let refusal) {
            throw .refusedURL(refusal)
        } catch .refusedHeader(let name) {
            throw .refusedHeader(name)
        } catch {
            throw .refusedURL(.malformed)
        }
        for header in customHeaders where Self.isReserved(header) {
            throw .reservedHeader(header.name)
        }
    }

    private static func isReserved(_ header: HTTPHeader) -> Bool {
        ["Content-Type", "User-Agent", "webhook-id", "webhook-timestamp", "webhook-signature"]
            .contains { header.isNamed($0) }
    }
}
