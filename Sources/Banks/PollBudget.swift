import Finance

/// How many rows one poll accepts, and how long it sends requests (D84).
///
/// If a limit is exceeded the poll is partial, and the rest is left for the next one.
actor PollBudget {
    struct Limits: Sendable {
        var bytes = 64 << 20
        var rows = 200_000
        /// How long requests are sent.
        ///
        /// It is a little less than the two minutes after which the poll itself is ended, so that
        /// the answers until then are kept.
        var duration = Duration.seconds(115)
        /// The same for the first read of a bank.
        var firstRead = Duration.seconds(1_195)
    }

    nonisolated let limits: Limits
    private let clock: any WallClock
    private let end: Duration
    private var bytes = 0
    private var rows = 0

    init(_ limits: Limits, clock: any WallClock, _ request: FetchRequest) {
        self.limits = limits
        self.clock = clock
        end = clock.running + (request.knownThrough.isEmpty ? limits.firstRead : limits.duration)
    }

    nonisolated var remaining: Duration { max(.zero, end - clock.running) }

    func check() throws(BankError) {
        guard remaining > .zero else { throw .failed(Self.exhausted("it has taken too long")) }
        if let excess { throw .failed(excess) }
    }

    /// The limit that was exceeded, if any.
    var excess: SourceFailure? {
        if bytes > limits.bytes { return Self.exhausted("the answers are too long") }
        return rows > limits.rows ? Self.exhausted("the lists have too many rows") : nil
    }

    func note(bytes: Int = 0, rows: Int = 0) {
        self.bytes += bytes
        self.rows += rows
    }

    private static func exhausted(_ why: String) -> SourceFailure {
        SourceFailure(
            kind: .timedOut, problem: "the poll was ended before everything was read: \(why)",
            fix: "nothing if it passes; the rest is read at the next poll")
    }
}
