import Alerts
import Finance
import Foundation

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

/// What a commit does to the waiting notifications of a household, for every engine.
struct OutboxChange: Sendable, Hashable {
    /// The stored entries that later ones cover; their state becomes `merged`.
    private(set) var merged: [OutboxKey] = []
    /// The entries to insert, in this order; some are `merged` already.
    private(set) var inserted: [OutboxEntry] = []

    /// Merges batch after batch.
    ///
    /// - Parameter stored: the entries of the household whose alert keys are among those of the batches.
    init(_ batches: [[OutboxEntry]], stored: [OutboxEntry]) {
        let there = Set(stored.map(\.key))
        for batch in batches {
            let known = stored.map { merged.contains($0.key) ? $0.merged : $0 } + inserted
            let result = OutboxMerge.collapse(
                waiting: known, incoming: batch.filter { !there.contains($0.key) })
            merge(result.merged)
            inserted += result.incoming
        }
    }

    private mutating func merge(_ keys: [OutboxKey]) {
        merged += keys
        for place in inserted.indices where keys.contains(inserted[place].key) {
            inserted[place].state = .merged
        }
    }

    /// Puts the oldest entries together where too many would wait for a channel.
    ///
    /// - Parameter stored: the entries of the household in the order of insertion, among them all that
    ///   wait for such a channel.
    mutating func shorten(stored: [OutboxEntry], in language: Language, at now: Date) {
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
            merge(oldest.map(\.key))
            inserted.append(digest)
            untried = [digest] + untried.dropFirst(oldest.count)
            count -= oldest.count - 1
        }
    }
}

extension OutboxEntry {
    fileprivate var merged: OutboxEntry {
        var entry = self
        entry.state = .merged
        return entry
    }
}
