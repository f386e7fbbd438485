import Alerts
import Finance
import Foundation

/// The outbox of ``InMemoryAlertStore``: entries in the order of their arrival.
struct MemoryOutbox: Sendable {
    private var entries: [OutboxEntry] = []
    private var positions: [OutboxKey: Int] = [:]
    /// Taken and not finished; only this process knows, so a restart would send them again.
    private var inFlight: Set<OutboxKey> = []
    private var reported: Set<OutboxKey> = []
    private var lastDeliveries: [String: Date] = [:]

    /// Merges the incoming entries with waiting ones and appends them; known keys are ignored.
    mutating func insert(_ incoming: [OutboxEntry]) {
        guard let now = incoming.last?.createdAt else { return }
        let fresh = incoming.filter { positions[$0.key] == nil }
        let change = OutboxChange([fresh], stored: entries, in: .english, at: now)
        for key in change.merged {
            if let position = positions[key] { entries[position].state = .merged }
        }
        for entry in change.inserted where positions[entry.key] == nil {
            positions[entry.key] = entries.count
            entries.append(entry)
        }
    }

    /// Takes due entries, notes their attempt and keeps the order of each alert.
    mutating func takeDue(channel: String, at now: Date, limit: Int) -> [OutboxEntry] {
        var taken: [OutboxEntry] = []
        for position in heads(of: channel) where taken.count < limit {
            let key = entries[position].key
            guard entries[position].dueAt <= now, !inFlight.contains(key) else { continue }
            entries[position].attempts += 1
            inFlight.insert(key)
            taken.append(entries[position])
        }
        return taken
    }

    /// Notes the outcome of an attempt; an unknown entry is ignored.
    mutating func finish(_ result: OutboxResult) {
        guard let position = positions[result.key] else { return }
        inFlight.remove(result.key)
        entries[position].state = result.state
        entries[position].problem = result.problem
        entries[position].triedMilliseconds = result.triedMilliseconds
        entries[position].refusals = result.refusals
        if let dueAt = result.dueAt { entries[position].dueAt = dueAt }
        if result.state == .delivered { lastDeliveries[result.channel] = result.at }
    }

    /// Lets notifications be tried again, given-up ones too.
    mutating func retry(_ notificationIDs: [String]) {
        for position in entries.indices
        where notificationIDs.contains(entries[position].notification.id) {
            let key = entries[position].key
            guard [.waiting, .gaveUp].contains(entries[position].state), !inFlight.contains(key)
            else { continue }
            entries[position].state = .waiting
            entries[position].dueAt = entries[position].createdAt
            entries[position].triedMilliseconds = 0
            entries[position].refusals = 0
            reported.remove(key)
        }
    }

    /// Makes due what waits, after a start or a step of the clock.
    mutating func resume(at now: Date, servedUntil: Date) {
        for position in entries.indices {
            let plan = OutboxPolicy().resumed(entries[position], at: now, servedUntil: servedUntil)
            guard let plan else { continue }
            entries[position].dueAt = plan.dueAt
            entries[position].triedMilliseconds = plan.triedMilliseconds
        }
    }

    /// The given-up entries of which nobody was notified, oldest first.
    func unreported(limit: Int) -> [OutboxEntry] {
        let all = entries.filter { $0.state == .gaveUp && !reported.contains($0.key) }
        return Array(all.prefix(max(0, limit)))
    }

    /// Notes that a person was notified of these.
    mutating func report(_ keys: [OutboxKey]) {
        reported.formUnion(keys)
    }

    /// When the channel last took a notification.
    func lastDelivery(channel: String) -> Date? { lastDeliveries[channel] }

    /// Gives up what waits for other channels.
    mutating func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem) -> Int {
        let lost = entries.indices.filter {
            entries[$0].state == .waiting && !names.contains(entries[$0].channel)
        }
        for position in lost {
            entries[position].state = .gaveUp
            entries[position].problem = problem
        }
        return lost.count
    }

    /// Forgets entries that ended and were decided before `instant`.
    mutating func forget(before instant: Date) {
        entries.removeAll { $0.state != .waiting && $0.createdAt < instant }
        positions = Dictionary(
            entries.indices.map { (entries[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
        reported = reported.filter { positions[$0] != nil }
    }

    /// The earliest instant at which an entry can be taken that is not already under way.
    func nextDue(channel: String) -> Date? {
        heads(of: channel).lazy.filter { !inFlight.contains(entries[$0].key) }
            .map { entries[$0].dueAt }.min()
    }

    /// The entries in these states, the newest first.
    func newest(in states: Set<OutboxEntry.State>, limit: Int) -> [OutboxEntry] {
        let order = entries.indices.filter { states.contains(entries[$0].state) }.sorted {
            (entries[$0].createdAt, $0) > (entries[$1].createdAt, $1)
        }
        return order.prefix(max(0, limit)).map { entries[$0] }
    }

    /// The channels on which notifications do not get through.
    func failingChannels() -> [String: ChannelFacts] {
        var failing: [String: ChannelFacts] = [:]
        for (channel, entries) in Dictionary(grouping: entries, by: \.channel) {
            let delivered = entries.filter { $0.state == .delivered }.map(\.createdAt).max()
            let tried = entries.filter { $0.state == .waiting && $0.problem != nil }
            let givenUp = entries.filter {
                $0.state == .gaveUp && $0.createdAt >= delivered ?? .distantPast
            }
            guard let since = (tried + givenUp).map(\.createdAt).min() else { continue }
            failing[channel] = ChannelFacts(failingSince: since, hasGivenUp: !givenUp.isEmpty)
        }
        return failing
    }

    /// The oldest waiting entry of each alert: the only ones that may go out.
    private func heads(of channel: String) -> [Int] {
        var seen: Set<String> = []
        let waiting = entries.indices.filter {
            entries[$0].channel == channel && entries[$0].state == .waiting
        }
        return waiting.sorted { (entries[$0].createdAt, $0) < (entries[$1].createdAt, $1) }
            .filter { seen.insert(entries[$0].alertKey).inserted }
    }
}
