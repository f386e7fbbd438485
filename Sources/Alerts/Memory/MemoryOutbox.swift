import Foundation

/// The outbox of ``InMemoryAlertStore``: entries in the order of their arrival.
struct MemoryOutbox: Sendable {
    private var entries: [OutboxEntry] = []
    private var positions: [OutboxKey: Int] = [:]
    /// Taken and not finished; only this process knows, so a restart would send them again.
    private var inFlight: Set<OutboxKey> = []

    /// Merges the incoming entries with waiting ones and appends them; known keys are ignored.
    mutating func insert(_ incoming: [OutboxEntry]) {
        let fresh = incoming.filter { positions[$0.key] == nil }
        let alerts = Set(fresh.map(\.alertKey))
        let related = entries.filter {
            alerts.contains($0.alertKey) && ($0.state == .waiting || $0.state == .gaveUp)
        }
        let result = OutboxMerge.collapse(waiting: related, incoming: fresh)
        for key in result.merged {
            if let position = positions[key] { entries[position].state = .merged }
        }
        for entry in result.incoming where positions[entry.key] == nil {
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
        if let dueAt = result.dueAt { entries[position].dueAt = dueAt }
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
