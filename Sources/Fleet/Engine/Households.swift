public import Alerts
import Crypto
import Finance
public import Foundation

/// The engine's own number of a household.
public typealias HouseholdID = Int64

/// The SHA-256 of a rules or settings file in hexadecimal; many households may share one.
public typealias DocumentHash = String

extension DocumentHash {
    public static func hash(of text: [UInt8]) -> DocumentHash {
        SHA256.hash(data: text).map { String(format: "%02x", $0) }.joined()
    }
}

/// The right to work on a household, until the lease ends or another worker has a newer epoch.
public struct HouseholdClaim: Sendable, Hashable {
    let household: HouseholdID
    /// The operator's own key; never a national identity number.
    let reference: String
    /// Increases with every claim.
    let epoch: Int64
    /// Increases with every commit of a new image, so that a cached image is recognised.
    let version: Int64
    let at: Date
}

/// The data that a worker needs of a claimed household.
public struct HouseholdLoad: Sendable, Hashable {
    let claim: HouseholdClaim
    /// The state as of the last commit; `nil` before the first one, and if the worker has it.
    var image: [UInt8]?
    let rules: DocumentHash
    let settings: DocumentHash
    /// The lines that no commit has consumed, oldest first; without bytes if they can't be read.
    var inbox: [InboxLine]
    var fault: HouseholdFault?
}

/// The result of a claim, committed in one transaction.
public struct HouseholdCommit: Sendable, Hashable {
    let claim: HouseholdClaim
    /// The new state; `nil` if nothing changed, and then a power cut may undo the commit.
    var image: [UInt8]?
    /// The number of the last consumed inbox line; 0 for none.
    var consumed: Int64 = 0
    /// The notifications to send, in batches that are merged one after the other.
    var outbox: [[OutboxEntry]] = []
    var language = Language.english
    /// The next deadline that needs no new line; `nil` if there is none.
    var nextDue: Date?
    /// The household's problem; with one, waiting lines do not make it due at once.
    var problem: String?
}

/// A snapshot line for one household, to be fed to a fleet.
public struct FeedLine: Sendable, Hashable {
    public let reference: String
    /// Identifies the line; a line that is fed again under its key is consumed only once.
    let key: String
    let bytes: [UInt8]

    public init(reference: String, key: String, bytes: [UInt8]) {
        (self.reference, self.key, self.bytes) = (reference, key, bytes)
    }
}

/// How far a feed has come: its name, the number of lines that it put, the hash of the last one.
public typealias FeedPosition = (feed: String, line: Int64, last: DocumentHash)

/// The outcome of feeding lines.
public struct FeedReceipt: Sendable, Hashable {
    public var added = 0
    /// Lines whose key was waiting already.
    public var repeated = 0
    /// The references for which there is no household.
    public var unknown: Set<String> = []
    /// The references of households whose key can't be used; their lines were not added.
    public var locked: Set<String> = []
    public var isWhole: Bool { unknown.isEmpty && locked.isEmpty }

    public init() {}
}

/// A line that waits for its household to be evaluated.
struct InboxLine: Sendable, Hashable {
    /// Counts the lines of a household from 1.
    let number: Int64
    let key: String
    var bytes: [UInt8]
}

/// A channel of a settings file; households that share the file share its channels.
public struct DeliveryLane: Sendable, Hashable {
    let settings: DocumentHash
    let channel: String
}

/// An entry of the outbox that was taken for an attempt.
public struct FleetDelivery: Sendable {
    let household: HouseholdID
    let reference: String
    let lane: DeliveryLane
    /// The entry, with this attempt counted.
    let entry: OutboxEntry
    /// The engine's time when it was taken.
    let at: Date
    /// The household's seal, for problems, which may quote a receiver's answer.
    var seal = HouseholdSeal.plain
}

/// The outcome of a delivery that was taken; one that was not begun does not count as an attempt.
public typealias FleetDeliveryResult = (
    delivery: FleetDelivery, result: OutboxResult, isBegun: Bool
)

/// A household as operators see it.
public struct HouseholdSummary: Sendable, Hashable {
    public let reference: String
    /// The problem of its rules, its settings or its last lines, with the fix.
    public let problem: String?
    public let isPaused: Bool
    /// Whether its last claims ended without a commit.
    public let isSetAside: Bool
    /// Whether notifications failed for good, were refused or lack a secret.
    public let isUndelivered: Bool
    public let dueAt: Date?
    public let version: Int64
    public let inbox: Int
    public let outbox: Int
    public let gaveUp: Int
    /// The outcome of the last attempt of the oldest waiting notification, else of a failed one.
    public var delivery: DeliveryProblem?
}

/// A fleet in figures, at a time of the engine.
public struct FleetStatus: Sendable {
    public var at: Date
    public var households = 0
    public var paused = 0
    public var setAside = 0
    public var faulty = 0
    public var due = 0
    public var claimed = 0
    /// When the longest due household became due.
    public var oldestDue: Date?
    public var inbox = 0
    public var gaveUp = 0
    public var outbox: [FleetBacklog] = []
    /// When tables were last vacuumed; without those that never were.
    public var vacuumed: [String: Date] = [:]
}

/// The waiting notifications of all channels of one name, and the time of the oldest.
public typealias FleetBacklog = (channel: String, count: Int, oldest: Date?)
