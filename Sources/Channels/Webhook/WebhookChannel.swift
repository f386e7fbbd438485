public import Alerts
public import Finance
import Foundation
public import HTTP
import Rules
import Threads

/// Posts each notification to one receiver.
///
/// - Success: the receiver's own form of success, at least a 2xx.
/// - Redirects are not followed: the address is a secret, and a redirect would reveal it.
/// - 401 and 403 hold the channel for an hour, 410 closes it, 413 is retried once with a shorter
///   notification.
/// - Requests keep the distance that the service documents; a `Retry-After` holds all of them.
public struct WebhookChannel: Channel {
    public let name: String
    let receiver: WebhookReceiver
    private let headers: [WebhookHeader]
    private let timeout: Duration
    let transport: any HTTPTransport
    let clock: Clock
    private let problems: TransportProblems
    private let pace: WebhookPace

    /// The clock and the waiting of a channel.
    struct Clock: Sendable {
        var now: @Sendable () -> Date = { Date() }
        /// The monotonic time, for distances.
        var instant: @Sendable () -> ContinuousClock.Instant = { .now }
        /// Waits, or throws when the task is cancelled.
        var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    }

    private static let longestTurn = Duration.seconds(60)

    /// Makes a channel; nothing is sent yet.
    ///
    /// - Throws: ``ChannelSettingsError``, without any part of address or header values.
    public init(
        name: String, receiver: WebhookReceiver, headers: [WebhookHeader] = [],
        transport: any HTTPTransport
    ) throws(ChannelSettingsError) {
        try self.init(
            name: name, receiver: receiver, headers: headers, transport: transport, clock: Clock())
    }

    init(
        name: String, receiver: WebhookReceiver, headers: [WebhookHeader] = [],
        timeout: Duration = .seconds(15), transport: any HTTPTransport, clock: Clock
    ) throws(ChannelSettingsError) {
        self.name = name
        self.receiver = receiver
        self.headers = headers
        self.timeout = timeout
        self.transport = transport
        self.clock = clock
        pace = WebhookPace(now: clock.instant)
        problems = TransportProblems(host: HostName.of(receiver.address.reveal()) ?? "the receiver")
        try checkSettings()
    }

    /// Posts the notification once, or twice if the receiver says that it is too long.
    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        let stamp = WebhookSignature(id: notification.id, at: clock.now())
        guard stamp.isValid else { return TransportProblems.unsendableID }
        if let outcome = await waitForTurn(notification.id) { return outcome }
        let (outcome, wasTooLong) = await post(notification, stamp)
        guard wasTooLong, let shorter = notification.shortened else { return outcome }
        if let outcome = await waitForTurn(notification.id) { return outcome }
        return await post(shorter, stamp).outcome
    }

    /// Waits until the receiver's distance is kept; returns an outcome if that takes too long.
    private func waitForTurn(_ id: String) async -> DeliveryOutcome? {
        let latest = clock.instant() + Self.longestTurn
        while true {
            let turn = pace.reserve(gap: receiver.gap, upTo: latest, for: id)
            guard turn.wait > .zero else { return nil }
            guard turn.slot <= latest else {
                return .retry(turn.hold ?? problems.paused, after: turn.wait)
            }
            do { try await clock.pause(turn.wait) } catch {
                return problems.outcome(TransportError.cancelled, from: receiver)
            }
            // Another answer may have asked for a longer pause meanwhile.
            guard pace.holds(id, at: turn.slot) else { return nil }
        }
    }

    private func post(
        _ notification: AlertNotification, _ stamp: WebhookSignature
    ) async -> (outcome: DeliveryOutcome, wasTooLong: Bool) {
        do throws(TransportError) {
            let response = try await transport.send(request(receiver.message(notification), stamp))
            let answer = WebhookAnswer(response)
            let verdict = receiver.verdict(answer)
            let hint = receiver.hint(answer).flatMap {
                TransportProblems.shown($0, hiding: secrets)
            }
            let outcome = problems.outcome(verdict, status: response.status, hint: hint)
            if outcome == .delivered { pace.acceptCredentials() }
            if let pause = receiver.pause(response) {
                pace.hold(for: pause, problems.paused, id: notification.id)
            }
            // The receiver's wish, or a refusal of the sender, is about every notification.
            if case .retry(let problem, let wait?) = outcome {
                pace.hold(for: wait, problem, id: notification.id)
            }
            return (outcome, verdict == .tooLong)
        } catch { return (problems.outcome(error, from: receiver), false) }
    }

    private func request(_ message: WebhookMessage, _ stamp: WebhookSignature) -> HTTPRequest {
        let isStamped = receiver.namesTheEvent || !receiver.signingSecrets.isEmpty
        let stamps =
            isStamped ? stamp.headers(for: message.body, secrets: receiver.signingSecrets) : []
        return message.request(adding: stamps + customHeaders, timeout: timeout)
    }

    /// What no text about an answer may repeat; of the address the part behind the host.
    private var secrets: [String] {
        let address = receiver.address.reveal()
        let path = String(address.drop { $0 != "/" }.dropFirst(2))
        let own = path.replacing(problems.host, with: "", maxReplacements: 1)
        return [own, own.removingPercentEncoding ?? own]
            + (receiver.secrets + headers.map(\.value)).map { $0.reveal() }
    }

    private var customHeaders: [HTTPHeader] {
        headers.map { HTTPHeader($0.name, $0.value.reveal()) }
    }

    private func checkSettings() throws(ChannelSettingsError) {
        let message = receiver.message(.sample)
        let request = message.request(adding: customHeaders, timeout: timeout)
        do {
            try HTTPRequest(url: receiver.address.reveal()).check()
            try request.check()
        } catch { throw .refused(error) }
        let own = message.headers.map(\.name) + Self.reserved
        for header in customHeaders where own.contains(where: header.isNamed) {
            throw .reservedHeader(header.name)
        }
    }

    private static let reserved = [
        "Content-Type", "User-Agent", "webhook-id", "webhook-timestamp", "webhook-signature",
    ]
}

/// Keeps requests of one channel apart, so that its receiver need not refuse any.
final class WebhookPace: Sendable {
    private struct State {
        /// The first slot that is not reserved.
        var free: ContinuousClock.Instant
        /// The end of the last hold.
        var heldUntil: ContinuousClock.Instant
        /// Why the receiver gets no requests until then.
        var problem: DeliveryProblem?
        /// The notifications that know how long the hold lasts.
        var held: Set<String> = []

        /// Whether the hold does not concern a notification.
        ///
        /// One that comes again while the credentials count as refused is let through: a person
        /// has asked for it, after correcting something at the receiver.
        func isLetThrough(_ id: String) -> Bool { problem?.reason == .auth && held.contains(id) }

        mutating func endHold(at now: ContinuousClock.Instant) {
            self = State(free: free, heldUntil: now)
        }
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Lock<State>

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
        let start = now()
        state = Lock(State(free: start, heldUntil: start))
    }

    /// Reserves the next slot, unless it is after `latest`; returns it, how long to wait for it,
    /// and what holds the channel.
    func reserve(
        gap: Duration, upTo latest: ContinuousClock.Instant, for id: String
    ) -> (slot: ContinuousClock.Instant, wait: Duration, hold: DeliveryProblem?) {
        let now = now()
        return state.withLock { state in
            if state.heldUntil <= now { state.endHold(at: now) }
            let next = max(state.free, now)
            let slot = state.isLetThrough(id) ? next : max(next, state.heldUntil)
            if slot <= latest {
                state.free = slot + gap
            } else if state.heldUntil > now {
                state.held.insert(id)
            }
            return (slot, slot - now, state.problem)
        }
    }

    /// Whether a notification may not use its slot because of a hold that came after it.
    func holds(_ id: String, at slot: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.heldUntil > slot && !$0.isLetThrough(id) }
    }

    /// Lets nothing through for a time; a hold that lasts longer stays.
    ///
    /// - Parameter id: the notification whose answer says so.
    func hold(for duration: Duration, _ problem: DeliveryProblem, id: String) {
        let end = now() + duration
        state.withLock { state in
            guard end >= state.heldUntil else { return }
            // Answers to requests that were under way together belong to one hold.
            let isSame = problem == state.problem && end - state.heldUntil <= .seconds(60)
            let held = isSame ? state.held : []
            state = State(
                free: state.free, heldUntil: end, problem: problem, held: held.union([id]))
        }
    }

    /// Ends a hold because of refused credentials: the receiver has just accepted them.
    func acceptCredentials() {
        let now = now()
        state.withLock { if $0.problem?.reason == .auth { $0.endHold(at: now) } }
    }
}

extension AlertNotification {
    /// The notification without its longest parts: a digest's lines and the end of a long body;
    /// `nil` if there is nothing to leave out.
    var shortened: AlertNotification? {
        var shorter = self
        shorter.data.items = nil
        shorter.data.body = DisplayText.shortened(data.body, to: 300)
        return shorter == self ? nil : shorter
    }

    /// A notification about nothing, to check the request that it would make.
    static let sample = AlertNotification(
        type: .fired, id: "ntc_sample", timestamp: Date(timeIntervalSince1970: 0),
        data: NotificationData(
            rule: nil, kind: .level, reason: .entered, title: "saldovakt", body: ""))
}

/// A header that a receiver requires, such as `Authorization`; its value is never shown.
public struct WebhookHeader: Sendable, Hashable {
    public let name: String
    public let value: Secret

    public init(_ name: String, _ value: Secret) {
        self.name = name
        self.value = value
    }
}
