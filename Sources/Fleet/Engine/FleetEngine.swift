import Alerts
public import Foundation

/// The storage of a fleet: due households, their images and inboxes, and the outbox.
///
/// Time is the engine's. A worker evaluates with ``HouseholdClaim/at``, so that the clocks of two
/// machines never disagree about a household (RL-35). Methods throw ``FleetError`` and may then be
/// called again. `FleetEngineConformance` in the tests applies to every engine.
public protocol FleetEngine: Sendable {
    /// Claims up to `limit` due households, longest due first, each with a new epoch.
    ///
    /// No other worker gets them before the lease ends. After ``FleetLimits/mostTries`` claims
    /// without a commit, the last one alone, a household is set aside for ``FleetLimits/rest``.
    /// Those that the caller still evaluates are left out.
    func claim(_ limit: Int, for lease: Duration, except held: Set<HouseholdID>) async throws
        -> [HouseholdClaim]

    /// Loads image, inbox lines and document hashes of claimed households.
    ///
    /// The image is left out if `known` has the stored version.
    func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64]) async throws
        -> [HouseholdLoad]

    /// The text of a rules or settings file; throws ``HouseholdFault`` if it can't be read.
    func document(_ hash: DocumentHash) async throws -> [UInt8]

    /// Extends the leases of claims that were not overtaken or committed.
    ///
    /// Zero gives the claims back: they are due as before, and do not count as tries.
    func extend(_ claims: [HouseholdClaim], by lease: Duration) async throws

    /// Commits image, outbox entries, consumed lines and next deadline of each household; returns
    /// the households whose claim was overtaken, for which nothing is written.
    ///
    /// The commit is durable unless no image is new. Entries go through ``OutboxMerge`` and
    /// ``OutboxOverflow`` per household, as in ``AlertStore/commit(_:)``.
    func commit(_ commits: [HouseholdCommit]) async throws -> Set<HouseholdID>

    /// Adds lines whose key does not wait already, and makes households due; with the position if
    /// no line was of an unknown or locked household.
    func put(_ lines: [FeedLine], at position: FeedPosition?) async throws -> FeedReceipt

    /// How far a feed has come, durably; `nil` if it never put anything.
    func position(of feed: String) async throws -> FeedPosition?

    /// Takes up to `limit` due entries, of each household, channel and alert only the oldest, and
    /// commits the begun attempts.
    ///
    /// An unfinished entry is taken again after the lease; one that can't be read has failed.
    func takeDeliveries(_ limit: Int, for lease: Duration) async throws -> [FleetDelivery]

    /// Stores the outcomes of attempts.
    ///
    /// `delivered` is accepted from any attempt, everything else only from the newest.
    func finish(_ results: [FleetDeliveryResult]) async throws

    /// Prevents entries of a lane from being taken before `instant`.
    func rest(_ lane: DeliveryLane, until instant: Date) async throws

    /// Removes some notifications that ended longer than `age` ago; returns how many.
    func forget(endedBefore age: Duration) async throws -> Int

    /// Adds a household with its rules and settings files, or replaces the files of a known one.
    ///
    /// The household is due at once, and an earlier claim is overtaken.
    func add(_ reference: String, rules: [UInt8], settings: [UInt8]) async throws

    func household(_ reference: String) async throws -> HouseholdSummary?

    /// A page of households after `reference`, sorted by reference.
    ///
    /// - Parameter faultyOnly: only those with a problem or with notifications that failed.
    func households(after reference: String?, limit: Int, faultyOnly: Bool) async throws
        -> [HouseholdSummary]

    func pause(_ reference: String) async throws -> Bool

    /// Resumes a household that is paused or set aside; returns false if there is none.
    ///
    /// Waiting entries with a problem become due, with `failed` also notifications that failed.
    func resume(_ reference: String, failed: Bool) async throws -> Bool

    /// Removes a household with all its data; returns false if there is none.
    func remove(_ reference: String) async throws -> Bool

    func image(of reference: String) async throws -> [UInt8]?

    func status() async throws -> FleetStatus
}

/// The limits of every engine.
enum FleetLimits {
    /// How many claims without a commit a household may have before it is set aside.
    static let mostTries = 3
    /// After how long a household that is set aside or can't be evaluated is tried again.
    static let rest = Duration.seconds(3_600)
}

/// Why an engine could not be used.
public struct FleetError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// No server can be reached; another attempt may work.
        case unreachable
        /// The connection or a conflict with another transaction was lost: nothing was written.
        case lost
        /// The answer to a commit was lost or warns, so that it may not have been written.
        case inDoubt
        /// The engine refused it: disk full, read only, standby.
        case refused
        /// There is no fleet in this database, or another version made it.
        case schema
        /// The fleet's key is missing or wrong.
        case key
        /// Stored data can't be read.
        case unreadable
    }

    public let kind: Kind
    public let problem: String
    /// The server's SQLSTATE, if it answered with one.
    public let state: String?
    /// A more specific fix than that of its kind.
    public let fix: String?

    init(_ kind: Kind, _ problem: String, state: String? = nil, fix: String? = nil) {
        (self.kind, self.problem, self.state, self.fix) = (kind, problem, state, fix)
    }
}
