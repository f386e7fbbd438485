import Alerts
public import Foundation

/// What a fleet keeps in an existing engine: who is due, images, inboxes and the outbox.
///
/// Time is the engine's: ``HouseholdClaim/at`` is what a worker evaluates with, so that two machines'
/// clocks never disagree about a household (RL-35). Methods throw ``FleetError`` and may be called again
/// then. `FleetEngineConformance` in the tests holds for every engine.
///
/// ```
/// claim ─▶ load ─▶ (evaluate) ─▶ commit        takeDeliveries ─▶ (send) ─▶ finish
/// ```
public protocol FleetEngine: Sendable {
    /// Up to `limit` households that are due, longest due first, each with a new epoch; nobody else gets
    /// them before the lease ends. A household whose last ``FleetLimits/mostTries`` claims led to no commit is
    /// set aside for ``FleetLimits/rest`` first; its last try is alone, so that nobody is set aside with it.
    func claim(_ limit: Int, for lease: Duration) async throws -> [HouseholdClaim]

    /// Image, inbox lines and documents of claimed households; the image is left out where `known` is the
    /// stored version.
    func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64]) async throws
        -> [HouseholdLoad]

    /// The text of a rules or settings file; throws ``HouseholdFault`` if it can't be read.
    func document(_ hash: DocumentHash) async throws -> [UInt8]

    /// Lengthens leases, but of claims that were overtaken.
    func extend(_ claims: [HouseholdClaim], by lease: Duration) async throws

    /// Image, outbox entries, consumed lines and next due instant of each household, durably unless no
    /// image is new; households whose claim was overtaken are left out and given. Entries go through
    /// ``OutboxMerge`` and ``OutboxOverflow`` per household, as in ``AlertStore/commit(_:)``.
    func commit(_ commits: [HouseholdCommit]) async throws -> Set<HouseholdID>

    /// Adds lines for households and makes these due; a line whose key waits already is left out. Lines and
    /// position become durable together.
    func put(_ lines: [FeedLine], at position: FeedPosition?) async throws -> FeedReceipt

    /// How far a feed has come, durably; `nil` if it never put anything.
    func position(of feed: String) async throws -> FeedPosition?

    /// Takes up to `limit` due entries, the oldest of each household, channel and alert only, and notes the
    /// attempts durably before it returns. An entry that is not finished comes again after the lease, one
    /// that can't be read has failed.
    func takeDeliveries(_ limit: Int, for lease: Duration) async throws -> [FleetDelivery]

    /// Notes what became of attempts. `delivered` is taken from any attempt, everything else only from the newest.
    func finish(_ results: [FleetDeliveryResult]) async throws

    /// Has nothing of a lane taken before `instant`.
    func rest(_ lane: DeliveryLane, until instant: Date) async throws

    /// Forgets a portion of the notifications that ended longer ago; gives how many. What waits stays.
    func forget(endedBefore age: Duration) async throws -> Int

    /// Adds a household with the texts of its rules and settings files, or gives one with this reference
    /// other ones; it is due at once, and a claim of the former ones is overtaken.
    func add(_ reference: String, rules: [UInt8], settings: [UInt8]) async throws

    func household(_ reference: String) async throws -> HouseholdSummary?

    /// Sorted by reference, from the one after `reference` on; if wanted only those that are set aside or
    /// have a problem of their own.
    func households(after reference: String?, limit: Int, faultyOnly: Bool) async throws
        -> [HouseholdSummary]

    func pause(_ reference: String) async throws -> Bool

    /// Being paused or set aside ends, and what has a problem and waits is due, with `failed` also the
    /// notifications that failed; false if there is no such household.
    func resume(_ reference: String, failed: Bool) async throws -> Bool

    /// Removes a household with everything that is kept of it; false if there is none.
    func remove(_ reference: String) async throws -> Bool

    /// The image of a household, for its alerts and transactions.
    func image(of reference: String) async throws -> [UInt8]?

    func status() async throws -> FleetStatus
}

/// What an engine holds to.
enum FleetLimits {
    /// How many claims without a commit a household has before it is set aside.
    static let mostTries = 3
    static let rest = Duration.seconds(3_600)
}

/// Why an engine could not be used.
public struct FleetError: Error, Sendable, Hashable {
    /// What is to be done about it.
    public enum Kind: Sendable, Hashable {
        /// No server can be reached; another attempt may work.
        case unreachable
        /// The connection was lost before a commit was asked for: nothing was written.
        case lost
        /// Two transactions were in each other's way: nothing was written.
        case conflict
        /// The answer to a commit was lost, or came with a warning.
        case inDoubt
        /// The engine answered that it can't: disk full, read only, standby.
        case refused
        /// There is no fleet in this database, or another version made it.
        case schema
        /// The fleet's key is missing or another one.
        case key
        /// What is stored can't be read.
        case unreadable
    }

    public let kind: Kind
    public let problem: String
    /// Where something else helps than with others of its kind.
    public let fix: String?

    init(_ kind: Kind, _ problem: String, fix: String? = nil) {
        (self.kind, self.problem, self.fix) = (kind, problem, fix)
    }
}
