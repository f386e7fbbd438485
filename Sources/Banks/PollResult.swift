import Finance
import Foundation

/// The result of a poll so far.
struct PollResult: Sendable {
    private var outcome = SnapshotOutcome.complete
    private var accounts: [AccountObservation] = []
    var transactions: [TransactionObservation] = []
    /// Scheduled items; `nil` if not requested or not available.
    var scheduled: [ScheduledItem]?
    /// The cards; `nil` if not requested or not available.
    var cards: [PaymentCard]?
    /// When the access ends; `nil` if the bank does not say.
    var signInExpires: Date?
    /// How far the rows of one movement may be apart at this bank.
    var tolerances = IdentityTolerances.standard
    /// Why the result is partial.
    private var shortfalls: [SourceFailure] = []
    /// What a person should know beside that.
    private var remarks: [SourceFailure] = []

    /// Whether no account was added.
    var isEmpty: Bool { accounts.isEmpty }

    /// Makes the result partial, for this reason.
    mutating func lack(_ error: BankError) {
        outcome = .partial
        if case .failed(let failure) = error.outcome, !shortfalls.contains(failure) {
            shortfalls.append(failure)
        }
    }

    /// Adds a remark that leaves the result as complete as it is.
    mutating func remark(_ error: BankError) {
        if case .failed(let failure) = error.outcome, !remarks.contains(failure) {
            remarks.append(failure)
        }
    }

    /// Adds an account; one whose rows could not be read makes the result partial.
    mutating func add(_ account: AccountObservation) {
        accounts.append(account)
        if !account.isTransactionListComplete { outcome = .partial }
    }

    func snapshot(source: String, at instant: Date) -> Snapshot {
        let further = remarks.filter { !shortfalls.contains($0) }.map(\.asRemark)
        return Snapshot(
            source: source, observedAt: instant, outcome: outcome, accounts: accounts,
            transactions: transactions, scheduled: scheduled, shortfalls: shortfalls + further,
            cards: cards, signInExpires: signInExpires, tolerances: tolerances)
    }
}

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

/// How far the rows of one movement are apart at each bank that differs from the standard.
///
/// Evidence: reports of people who use other programs with these banks.
extension IdentityTolerances {
    /// A booking may come 7 days later than its reservation and differ by some øre.
    ///
    /// In texts the day of purchase comes and goes; ids are new in every answer.
    static let spareBank1 = IdentityTolerances(daysToBooking: 7, rounding: 10)

    /// Banks enrich texts after booking (DNB), and reservations name no payee or no day.
    static let enableBanking = IdentityTolerances(
        daysToBooking: 7, reservationShift: 7, replacesTexts: true)

    /// A pending row without a time of its own is dated the day of the answer.
    static let simpleFIN = IdentityTolerances(daysToBooking: 7, reservationShift: 7)
}
