import Finance
import Synchronization

/// How much of a bank's answers one poll takes in, and how long it asks (D84).
///
/// What is over leaves the poll partial: the rest is left for the next one.
final class PollBudget: Sendable {
    /// How many bytes all answers may have together.
    static let bytes = 64 << 20
    /// How many rows all lists may have together.
    static let rows = 200_000
    /// How long questions are asked, and how long where nothing is known yet.
    static let duration = (usual: Duration.seconds(120), firstRead: Duration.seconds(1_200))

    private let clock: any WallClock
    private let end: Duration
    private let used = Mutex((bytes: 0, rows: 0))

    /// Begins a poll.
    init(clock: any WallClock, _ request: FetchRequest) {
        self.clock = clock
        end =
            clock.running
            + (request.knownThrough.isEmpty ? Self.duration.firstRead : Self.duration.usual)
    }

    /// Refuses one more question when the budget is used up.
    func check() throws(SbankenTrouble) {
        guard clock.running < end else { throw Self.exhausted("it has taken too long") }
        let (bytes, rows) = used.withLock(\.self)
        guard bytes <= Self.bytes else { throw Self.exhausted("the answers are too long") }
        guard rows <= Self.rows else { throw Self.exhausted("the lists have too many rows") }
    }

    /// Notes an answer.
    func note(bytes: Int = 0, rows: Int = 0) {
        used.withLock { used in
            used.bytes += bytes
            used.rows += rows
        }
    }

    private static func exhausted(_ why: String) -> SbankenTrouble {
        .failed(
            SourceFailure(
                kind: .timedOut, problem: "the poll was ended before everything was read: \(why)",
                fix: "nothing if it passes; the rest is read at the next poll"))
    }
}
