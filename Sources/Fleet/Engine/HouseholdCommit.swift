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
struct OutboxChange: Sendable {
    /// What was stored, then what is new.
    private var entries: [OutboxEntry]
    private let stored: Int
    /// The entries that later ones cover.
    private(set) var merged: Set<OutboxKey> = []

    /// The entries to insert, in this order; some are `merged` already.
    var inserted: ArraySlice<OutboxEntry> { entries[stored...] }

    /// - Parameter stored: entries of the household in the order of insertion: those whose alert keys are among
    ///   the new ones', and all that wait for a channel for which too many wait.
    init(_ commit: HouseholdCommit, stored: [OutboxEntry], at now: Date) {
        (entries, self.stored) = (stored, stored.count)
        let there = Set(stored.map(\.key))
        for batch in commit.outbox {
            let result = OutboxMerge.collapse(
                waiting: entries, incoming: batch.filter { !there.contains($0.key) })
            merge(result.merged)
            entries += result.incoming
        }
        for channel in Set(inserted.map(\.channel)) {
            shorten(channel, in: commit.language, at: now)
        }
    }

    private mutating func merge(_ keys: [OutboxKey]) {
        merged.formUnion(keys)
        for place in entries.indices where keys.contains(entries[place].key) {
            entries[place].state = .merged
        }
    }

    /// Puts the oldest entries together where too many would wait for a channel.
    private mutating func shorten(_ channel: String, in language: Language, at now: Date) {
        let waiting = entries.filter { $0.channel == channel && $0.state == .waiting }
        guard waiting.count > OutboxOverflow.limit else { return }
        var untried = waiting.filter(\.isUntried).sorted { $0.createdAt < $1.createdAt }
        var count = waiting.count
        while case let excess = OutboxOverflow.excess(waiting: count), excess > 0 {
            let oldest = Array(untried.prefix(excess))
            guard oldest.count > 1,
                let digest = OutboxOverflow.digest(of: oldest, in: language, at: now)
            else { return }
            merge(oldest.map(\.key))
            entries.append(digest)
            untried = [digest] + untried.dropFirst(oldest.count)
            count -= oldest.count - 1
        }
    }
}
