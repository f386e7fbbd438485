public import Foundation

/// What goes out: one message about one alert, in the form of the published contract.
///
/// Its JSON is what webhooks of format `json`, `eval`, `replay --json` and `alerts --json` show.
public struct Notice: Sendable, Hashable, Codable, Identifiable {
    /// What kind of message.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// An alert began or an event happened.
        case fired = "alert.fired"
        /// An alert is over.
        case resolved = "alert.resolved"
        /// An alert goes on.
        case reminder = "alert.reminder"
        /// The amount of a reported transaction changed.
        case corrected = "alert.corrected"
        /// Several notices in one.
        case digest = "alert.digest"
        /// A regular overview.
        case summary = "summary"
        /// The program's own trouble began.
        case healthFired = "health.fired"
        /// The program's own trouble is over.
        case healthResolved = "health.resolved"
    }

    /// What kind of message.
    public let type: Kind
    /// Derived from the event, the same over retries, crashes and channels (D40): `ntc_…`.
    public let id: String
    /// When it is told, ISO 8601 in UTC.
    public let timestamp: Date
    /// The content.
    public var data: NoticeData

    /// Makes a notice.
    public init(type: Kind, id: String, timestamp: Date, data: NoticeData) {
        self.type = type
        self.id = id
        self.timestamp = timestamp
        self.data = data
    }
}
