/// A snapshot line of one household on its way into a fleet.
public struct FeedLine: Sendable, Hashable {
    public let reference: String
    /// Says which line this is; a line that comes again under its key is taken in once.
    public let key: String
    public let bytes: [UInt8]

    public init(reference: String, key: String, bytes: [UInt8]) {
        self.reference = reference
        self.key = key
        self.bytes = bytes
    }
}

/// How far a feed has come, for feeds that can go on from there.
public struct FeedPosition: Sendable, Hashable {
    public let feed: String
    public let part: Int
    public let position: Int64

    public init(feed: String, part: Int, position: Int64) {
        self.feed = feed
        self.part = part
        self.position = position
    }
}

/// What became of fed lines.
public struct FeedReceipt: Sendable, Hashable {
    public var added = 0
    /// Lines whose key waits already.
    public var repeated = 0
    /// The references for which there is no household.
    public var unknown: Set<String> = []

    public init() {}
}

/// A line that waits for its household to be evaluated.
public struct InboxLine: Sendable, Hashable {
    /// Counts the lines of a household from 1.
    public let number: Int64
    public let key: String
    public let bytes: [UInt8]

    public init(number: Int64, key: String, bytes: [UInt8]) {
        self.number = number
        self.key = key
        self.bytes = bytes
    }
}
