public import Alerts

/// A channel that remembers what it got and answers as scripted.
///
/// ```swift
/// let channel = RecordingChannel("hook", outcomes: [.retry(problem, after: nil)])
/// await channel.deliver(notification)   // .retry
/// await channel.deliver(notification)   // .delivered
/// ```
public actor RecordingChannel: Channel {
    /// The name that rules use.
    public nonisolated let name: String
    /// The notifications in the order of the attempts, repeated ones included.
    public private(set) var attempts: [AlertNotification] = []
    /// The notifications that were confirmed.
    public private(set) var delivered: [AlertNotification] = []
    private var outcomes: [DeliveryOutcome]
    private let afterwards: DeliveryOutcome
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Makes a channel that gives `outcomes` in turn and `afterwards` from then on.
    public init(
        _ name: String, outcomes: [DeliveryOutcome] = [],
        afterwards: DeliveryOutcome = .delivered
    ) {
        self.name = name
        self.outcomes = outcomes
        self.afterwards = afterwards
    }

    /// Notes the attempt and gives the next outcome.
    public func deliver(_ notification: AlertNotification) -> DeliveryOutcome {
        let outcome = outcomes.isEmpty ? afterwards : outcomes.removeFirst()
        attempts.append(notification)
        if outcome == .delivered { delivered.append(notification) }
        let reached = waiters.filter { $0.count <= attempts.count }
        waiters.removeAll { $0.count <= attempts.count }
        for waiter in reached { waiter.continuation.resume() }
        return outcome
    }

    /// Returns when that many attempts were made.
    public func waitForAttempts(_ count: Int) async {
        guard attempts.count < count else { return }
        await withCheckedContinuation { waiters.append((count, $0)) }
    }
}
