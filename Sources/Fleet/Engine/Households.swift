public import Alerts
import Crypto
import Finance
public import Foundation

/// The engine's own number of a household.
public typealias HouseholdID = Int64

/// SHA-256 of a rules or settings file, in hexadecimal: many households share one.
public typealias DocumentHash = String

extension DocumentHash {
    public static func hash(of text: [UInt8]) -> DocumentHash {
        SHA256.hash(data: text).map { String(format: "%02x", $0) }.joined()
    }
}

/// The right to work on a household, until the lease ends or somebody else has a newer epoch.
public struct HouseholdClaim: Sendable, Hashable {
    let household: HouseholdID
    /// The operator's own key; never a national identity number.
    let reference: String
    /// Grows with every claim.
    let epoch: Int64
    /// Grows with every commit of a new image; names what a worker may have kept.
    let version: Int64
    /// The engine's time.
    let at: Date
}

/// What a worker needs of a claimed household.
public struct HouseholdLoad: Sendable, Hashable {
    let claim: HouseholdClaim
    /// The state as of the last commit; `nil` before the first one, and where the worker has it.
    var image: [UInt8]?
    let rules: DocumentHash
    let settings: DocumentHash
    /// The lines that no commit has consumed, oldest first; without bytes where they can't be read.
    var inbox: [InboxLine]
    /// Why the state can't be read.
    var fault: HouseholdFault?
}

/// What a claim led to, which becomes true together.
public struct HouseholdCommit: Sendable, Hashable {
    let claim: HouseholdClaim
    /// The new state; `nil` for a claim that came to nothing new, which a power cut may take back.
    var image: [UInt8]?
    /// The number of the last inbox line that this takes in; 0 for none.
    var consumed: Int64 = 0
    /// What is to be sent, in batches: each is merged with what waits after the one before.
    var outbox: [[OutboxEntry]] = []
    /// In which language an engine puts together what is too much.
    var language = Language.english
    /// When the household is due again without a new line; `nil` if nothing is.
    var nextDue: Date?
    /// What is wrong with the household; without an image why it can't be evaluated: the lines that wait
    /// then do not make it due at once.
    var problem: String?
}

/// A snapshot line of one household on its way into a fleet.
public struct FeedLine: Sendable, Hashable {
    public let reference: String
    /// Says which line this is; a line that comes again under its key is taken in once.
    let key: String
    let bytes: [UInt8]

    public init(reference: String, key: String, bytes: [UInt8]) {
        (self.reference, self.key, self.bytes) = (reference, key, bytes)
    }
}

/// How far a feed has come that can go on from there: its name, how many lines it has put, the hash of the last.
public typealias FeedPosition = (feed: String, line: Int64, last: DocumentHash)

/// What became of fed lines.
public struct FeedReceipt: Sendable, Hashable {
    public var added = 0
    /// Lines whose key waits already.
    public var repeated = 0
    /// The references for which there is no household.
    public var unknown: Set<String> = []
    /// The references of households whose key can't be used; their lines were left out.
    public var locked: Set<String> = []

    public init() {}
}

/// A line that waits for its household to be evaluated.
struct InboxLine: Sendable, Hashable {
    /// Counts the lines of a household from 1.
    let number: Int64
    let key: String
    var bytes: [UInt8]
}

/// Where notifications of a channel end up; households that share their settings file share its channels.
public struct DeliveryLane: Sendable, Hashable {
    let settings: DocumentHash
    let channel: String
}

/// An entry of the outbox that was taken for an attempt.
public struct FleetDelivery: Sendable {
    let household: HouseholdID
    let reference: String
    let lane: DeliveryLane
    /// With its attempt counted.
    let entry: OutboxEntry
    /// The engine's time when it was taken.
    let at: Date
    /// Of the household, for problems, which may quote what a receiver answered.
    var seal = HouseholdSeal.plain
}

/// What became of a delivery that was taken; one that was not begun does not count as an attempt.
public typealias FleetDeliveryResult = (
    delivery: FleetDelivery, result: OutboxResult, isBegun: Bool
)

/// A household as operators see it.
public struct HouseholdSummary: Sendable, Hashable {
    public let reference: String
    /// What is wrong with its rules, its settings or its last lines, with the fix.
    public let problem: String?
    public let isPaused: Bool
    /// Whether its last claims led to no commit.
    public let isSetAside: Bool
    public let dueAt: Date?
    public let version: Int64
    public let inbox: Int
    public let outbox: Int
    public let gaveUp: Int
    /// What the last attempt came to of the oldest notification that was tried and waits, else was given up.
    public var delivery: DeliveryProblem?
}

/// A fleet in figures.
public struct FleetStatus: Sendable {
    /// The engine's time.
    public var at: Date
    public var households = 0
    public var paused = 0
    public var setAside = 0
    /// Households with a problem of their own.
    public var faulty = 0
    /// Households that are due and not claimed.
    public var due = 0
    public var claimed = 0
    /// When the household was due that has been due longest.
    public var oldestDue: Date?
    public var inbox = 0
    public var gaveUp = 0
    public var outbox: [FleetBacklog] = []
    /// When tables were last vacuumed, as far as they ever were.
    public var vacuumed: [String: Date] = [:]
}

/// The notifications that wait for the channels of one name, and when the oldest was put there.
public typealias FleetBacklog = (channel: String, count: Int, oldest: Date?)
