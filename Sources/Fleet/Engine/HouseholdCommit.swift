public import Alerts
public import Finance
public import Foundation

/// Everything that a claim led to, which becomes true together.
public struct HouseholdCommit: Sendable, Hashable {
    public let claim: HouseholdClaim
    public let image: [UInt8]
    /// The number of the last inbox line that this takes in; 0 for none.
    public let consumed: Int64
    /// What is to be sent, in batches: each is merged with what waits after the one before.
    public let outbox: [[OutboxEntry]]
    /// In which language an engine puts together what is too much.
    public let language: Language
    /// When the household is due again without a new line; `nil` if nothing is.
    public let nextDue: Date?
    /// What is wrong with the household; `nil` if nothing is.
    public let problem: String?

    public init(
        claim: HouseholdClaim, image: [UInt8], consumed: Int64, outbox: [[OutboxEntry]],
        language: Language, nextDue: Date?, problem: String?
    ) {
        self.claim = claim
        self.image = image
        self.consumed = consumed
        self.outbox = outbox
        self.language = language
        self.nextDue = nextDue
        self.problem = problem
    }
}

/// What a commit does to the waiting notifications of a household, for every engine.
public struct OutboxChange: Sendable, Hashable {
    /// The stored entries that later ones cover; their state becomes `merged`.
    public var merged: [OutboxKey] = []
    /// The entries to insert, in this order; some are `merged` already.
    public var inserted: [OutboxEntry] = []

    /// Merges batch after batch.
    ///
    /// - Parameter stored: the entries of the household whose alert keys are among those of the batches.
    public init(_ batches: [[OutboxEntry]], stored: [OutboxEntry]) {
        var known = stored
        let there = Set(stored.map(\.key))
        for batch in batches {
            let result = OutboxMerge.collapse(
                waiting: known, incoming: batch.filter { !there.contains($0.key) })
            let gone = Set(result.merged)
            for place in known.indices where gone.contains(known[place].key) {
                known[place].state = .merged
            }
            for place in inserted.indices where gone.contains(inserted[place].key) {
                inserted[place].state = .merged
            }
            merged += result.merged
            inserted += result.incoming
            known += result.incoming
        }
    }

    /// Puts the oldest entries together where too many would wait for a channel.
    ///
    /// - Parameter stored: the entries of the household in the order of insertion, among them all that
    ///   wait for such a channel.
    public mutating func shorten(stored: [OutboxEntry], in language: Language, at now: Date) {
        for channel in Set(inserted.map(\.channel)) {
            let gone = Set(merged)
            let waiting = (stored.filter { !gone.contains($0.key) } + inserted)
                .filter { $0.channel == channel && $0.state == .waiting }
            if waiting.count > OutboxOverflow.limit { shorten(waiting, in: language, at: now) }
        }
    }

    private mutating func shorten(
        _ waiting: [OutboxEntry], in language: Language, at now: Date
    ) {
        var untried = waiting.filter(\.isUntried).sorted { $0.createdAt < $1.createdAt }
        var count = waiting.count
        while case let excess = OutboxOverflow.excess(waiting: count), excess > 0 {
            let oldest = Array(untried.prefix(excess))
            guard oldest.count > 1,
                let digest = OutboxOverflow.digest(of: oldest, in: language, at: now)
            else { return }
            let keys = Set(oldest.map(\.key))
            merged += keys.subtracting(inserted.map(\.key))
            for place in inserted.indices where keys.contains(inserted[place].key) {
                inserted[place].state = .merged
            }
            inserted.append(digest)
            untried = [digest] + untried.dropFirst(oldest.count)
            count -= oldest.count - 1
        }
    }
}
