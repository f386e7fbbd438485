/// Where to report that a cycle was complete, so that somebody notices silence.
public struct HeartbeatSettings: Sendable, Hashable {
    /// The address that is asked after each complete cycle; `/fail` is added for trouble.
    public var url: ConfidentialText

    /// Makes the settings of a heartbeat.
    public init(url: ConfidentialText) {
        self.url = url
    }
}
