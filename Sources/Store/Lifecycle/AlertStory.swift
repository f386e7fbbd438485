public import Alerts
public import Foundation

/// Everything that is stored about one alert, for a person who asks why.
public struct AlertStory: Sendable {
    /// One notice on one channel.
    public struct Delivery: Sendable {
        /// The entry of the outbox.
        public let entry: OutboxEntry
        /// When it ended: delivered, merged or given up.
        public let endedAt: Date?
        /// The attempts that failed, oldest first; the newest ``FailedAttemptRow/limit``.
        public let failures: [FailedAttempt]
    }

    /// The alert's key in the outbox.
    public let alertKey: String
    /// Its notices, oldest first.
    public let deliveries: [Delivery]
}
