/// How often banks are polled.
public struct PollIntervals: Sendable, Hashable {
    /// That of a source which is not named.
    public var standard: Duration
    /// That of the others, by the source's identifier.
    public var bySource: [String: Duration]

    public init(_ standard: Duration, bySource: [String: Duration] = [:]) {
        self.standard = standard
        self.bySource = bySource
    }

    public subscript(source: String) -> Duration { bySource[source] ?? standard }
}
