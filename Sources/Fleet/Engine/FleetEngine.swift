import Alerts
public import Foundation

/// What a fleet keeps in an existing engine: who is due, images, inboxes and the outbox.
///
/// Time is the engine's: ``HouseholdClaim/at`` is what a worker evaluates with, so that two machines'
/// clocks never disagree about a household (RL-35). A method may be called again after it has thrown.
/// ``MemoryFleet`` is the fake; `FleetEngineConformance` holds for every engine.
///
/// ```
/// claim ─▶ load ─▶ (evaluate) ─▶ commit        takeDeliveries ─▶ (send) ─▶ finish
/// ```
public protocol FleetEngine: Sendable {
    /// Up to `limit` households that are due, longest due first, each with a new epoch; nobody else gets
    /// them before the lease ends. A household whose last ``FleetLimits/mostTries`` claims led to no
    /// commit is set aside for ``FleetLimits/rest`` first.
    func claim(_ limit: Int, for lease: Duration) async throws(FleetError) -> [HouseholdClaim]

    /// Image, inbox lines and documents of claimed households; the image is left out where `known` is the
    /// stored version.
    func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64])
        async throws(FleetError) -> [HouseholdLoad]

    /// The text of a rules or settings file.
    func document(_ hash: DocumentHash) async throws(FleetError) -> [UInt8]

    /// Lengthens leases; gives the households whose claim was overtaken.
    func extend(_ claims: [HouseholdClaim], by lease: Duration)
        async throws(FleetError) -> Set<HouseholdID>

    /// Image, outbox entries, consumed lines and next due instant of each household, durably; households
    /// whose claim was overtaken are left out and given.
    ///
    /// Entries go through ``OutboxMerge`` and ``OutboxOverflow`` per household, as in ``AlertStore/commit(_:)``.
    func commit(_ commits: [HouseholdCommit]) async throws(FleetError) -> Set<HouseholdID>

    /// Gives claimed households back where nothing changed, with their next due instant; a power cut may
    /// take it back. Overtaken claims change nothing.
    func release(_ quiet: [QuietCycle]) async throws(FleetError)

    /// Adds lines for households and makes these due; a line whose key waits already is left out.
    ///
    /// Lines and position become durable together.
    func put(_ lines: [FeedLine], at position: FeedPosition?) async throws(FleetError)
        -> FeedReceipt

    /// How far a feed has come, durably; `nil` if it never put anything.
    func position(of feed: String, part: Int) async throws(FleetError) -> Int64?

    /// Takes up to `limit` due entries, the oldest of each household, channel and alert only, and notes the
    /// attempts durably before it returns. An entry that is not finished comes again after the lease.
    func takeDeliveries(_ limit: Int, for lease: Duration) async throws(FleetError)
        -> [FleetDelivery]

    /// Notes what became of attempts. `delivered` is taken from any attempt, everything else only from the newest.
    func finish(_ results: [FleetDeliveryResult]) async throws(FleetError)

    /// Has nothing of a lane taken before `instant`.
    func rest(_ lane: DeliveryLane, until instant: Date) async throws(FleetError)

    /// Forgets a portion of the notifications that ended longer ago; gives how many. What waits stays.
    func forget(endedBefore age: Duration) async throws(FleetError) -> Int

    /// Adds a household, or gives one with this reference other rules and settings; it is due at once, and a
    /// claim of the former ones is overtaken.
    func add(_ household: NewHousehold) async throws(FleetError)

    func household(_ reference: String) async throws(FleetError) -> HouseholdSummary?

    /// Sorted by reference, from the one after `reference` on.
    func households(after reference: String?, limit: Int) async throws(FleetError)
        -> [HouseholdSummary]

    /// Stops or resumes evaluation and delivery of a household; false if there is none.
    func pause(_ reference: String, _ isPaused: Bool) async throws(FleetError) -> Bool

    /// Removes a household with everything that is kept of it; false if there is none.
    func remove(_ reference: String) async throws(FleetError) -> Bool

    /// The image of a household, for its alerts and transactions.
    func image(of reference: String) async throws(FleetError) -> [UInt8]?

    func status() async throws(FleetError) -> FleetStatus
}

/// What an engine holds to.
public enum FleetLimits: Sendable {
    /// How many claims without a commit a household has before it is set aside.
    public static let mostTries = 3
    /// For how long a household is set aside.
    public static let rest = Duration.seconds(3_600)
}

/// Why an engine could not be used.
public enum FleetError: Error, Sendable, Hashable {
    /// No connection, or it was lost; another attempt may work.
    case unreachable(problem: String)
    /// The engine answered that it can't: disk full, read only, standby.
    case refused(problem: String)
    /// There is no fleet in this database, or another version made it.
    case schema(problem: String, fix: String)
    /// What is stored can't be read.
    case unreadable(problem: String)
}
