import Crypto
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

/// What an operator says of a household.
public struct NewHousehold: Sendable, Hashable {
    /// The operator's own key; never a national identity number.
    public let reference: String
    /// The text of its rules file.
    public let rules: [UInt8]
    /// The text of its settings file: zone, language, names of accounts, channels.
    public let settings: [UInt8]

    public init(reference: String, rules: [UInt8], settings: [UInt8]) {
        self.reference = reference
        self.rules = rules
        self.settings = settings
    }
}

/// The right to work on a household, until the lease ends or somebody else has a newer epoch.
public struct HouseholdClaim: Sendable, Hashable {
    public let household: HouseholdID
    public let reference: String
    /// Grows with every claim.
    public let epoch: Int64
    /// Grows with every commit; names what a worker may have kept.
    public let version: Int64
    /// The engine's time.
    public let at: Date

    public init(
        household: HouseholdID, reference: String, epoch: Int64, version: Int64, at: Date
    ) {
        self.household = household
        self.reference = reference
        self.epoch = epoch
        self.version = version
        self.at = at
    }
}

/// What a worker needs of a claimed household.
public struct HouseholdLoad: Sendable, Hashable {
    public let claim: HouseholdClaim
    /// The state as of the last commit; `nil` before the first one, and where the worker has it.
    public var image: [UInt8]?
    public let rules: DocumentHash
    public let settings: DocumentHash
    /// The lines that no commit has consumed, oldest first.
    public let inbox: [InboxLine]

    public init(
        claim: HouseholdClaim, image: [UInt8]?, rules: DocumentHash, settings: DocumentHash,
        inbox: [InboxLine]
    ) {
        self.claim = claim
        self.image = image
        self.rules = rules
        self.settings = settings
        self.inbox = inbox
    }
}

/// A claim that came to nothing new.
public struct QuietCycle: Sendable, Hashable {
    public let claim: HouseholdClaim
    /// When the household is due again without a new line; `nil` if nothing is.
    public let nextDue: Date?
    /// Why it can't be evaluated, with the fix: the lines that wait then do not make it due at once.
    public let problem: String?

    public init(claim: HouseholdClaim, nextDue: Date?, problem: String? = nil) {
        self.claim = claim
        self.nextDue = nextDue
        self.problem = problem
    }
}

/// A household as operators see it.
public struct HouseholdSummary: Sendable, Hashable, Codable {
    public let reference: String
    public var isPaused: Bool
    /// Whether its last claims led to no commit.
    public var isSetAside: Bool
    /// When it is due; `nil` if nothing is.
    public var dueAt: Date?
    public var version: Int64
    /// How many lines wait.
    public var inbox: Int
    /// How many notifications wait.
    public var outbox: Int
    /// What is wrong with its rules, its settings or its last lines, with the fix.
    public var problem: String?

    public init(
        reference: String, isPaused: Bool, isSetAside: Bool, dueAt: Date?, version: Int64,
        inbox: Int, outbox: Int, problem: String?
    ) {
        self.reference = reference
        self.isPaused = isPaused
        self.isSetAside = isSetAside
        self.dueAt = dueAt
        self.version = version
        self.inbox = inbox
        self.outbox = outbox
        self.problem = problem
    }
}

/// A fleet in figures.
public struct FleetStatus: Sendable, Hashable, Codable {
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
    /// Waiting notifications by channel.
    public var outbox: [String: Int] = [:]
    /// When the oldest waiting notification was decided.
    public var oldestWaiting: Date?
    public var gaveUp = 0

    public init(at: Date) { self.at = at }
}
