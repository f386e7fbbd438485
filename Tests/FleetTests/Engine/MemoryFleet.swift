import Alerts
import Finance
import Foundation

@testable import Fleet
@testable import TestSupport

/// A fleet in memory, for tests and for trying one out: nothing survives the process.
actor MemoryFleet: FleetEngine {
    private struct Row {
        let id: HouseholdID
        let reference: String
        var rules: DocumentHash
        var settings: DocumentHash
        var dueAt: Date?
        var leasedUntil: Date?
        var tries = 0
        var epoch: Int64 = 0
        var version: Int64 = 0
        var head: Int64 = 0
        var isPaused = false
        var image: [UInt8]?
        var problem: String?
        var inbox: [InboxLine] = []
        /// In the order of insertion.
        var outbox: [OutboxEntry] = []
        var added: [OutboxKey: Date] = [:]

        /// When it may be claimed; a claimed household when its lease ends.
        var claimable: Date? { isPaused ? nil : leasedUntil ?? dueAt }
        var isSetAside: Bool { tries > FleetLimits.mostTries }
        var isAtLastTry: Bool { tries == FleetLimits.mostTries - 1 || isSetAside }
    }

    private let clock: @Sendable () -> Date
    private var rows: [HouseholdID: Row] = [:]
    private var ids: [String: HouseholdID] = [:]
    private var documents: [DocumentHash: [UInt8]] = [:]
    private var positions: [String: FeedPosition] = [:]
    private var resting: [DeliveryLane: Date] = [:]
    private var count: HouseholdID = 0

    /// - Parameter clock: the engine's time.
    init(clock: @escaping @Sendable () -> Date) {
        self.clock = clock
    }
}

// Evaluation.
extension MemoryFleet {
    func claim(
        _ limit: Int, for lease: Duration, except held: Set<HouseholdID>
    ) -> [HouseholdClaim] {
        let now = clock()
        let due = rows.values.filter { !held.contains($0.id) }.compactMap { row in
            row.claimable.flatMap { $0 <= now ? (due: $0, id: row.id) : nil }
        }
        let first = due.sorted { ($0.due, $0.id) < ($1.due, $1.id) }.prefix(limit)
        let last = first.first { rows[$0.id]?.isAtLastTry ?? false }
        return (last.map { [$0] } ?? first).compactMap { claim($0.id, for: lease, at: now) }
    }

    /// Claims a household, or sets it aside.
    private func claim(_ id: HouseholdID, for lease: Duration, at now: Date) -> HouseholdClaim? {
        guard var row = rows[id] else { return nil }
        defer { rows[id] = row }
        if row.tries == FleetLimits.mostTries {
            row.tries += 1
            row.leasedUntil = now + FleetLimits.rest
            return nil
        }
        // After its rest a household has one try.
        row.tries = min(row.tries + 1, FleetLimits.mostTries)
        row.epoch += 1
        row.leasedUntil = now + lease
        return HouseholdClaim(
            household: id, reference: row.reference, epoch: row.epoch, version: row.version,
            at: now)
    }

    func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64]) -> [HouseholdLoad] {
        claims.compactMap { claim in
            rows[claim.household].map { row in
                HouseholdLoad(
                    claim: claim, image: known[row.id] == row.version ? nil : row.image,
                    rules: row.rules, settings: row.settings, inbox: row.inbox)
            }
        }
    }

    func document(_ hash: DocumentHash) throws -> [UInt8] {
        guard let text = documents[hash] else {
            throw HouseholdFault.unreadableFile
        }
        return text
    }

    func extend(_ claims: [HouseholdClaim], by lease: Duration) {
        let now = clock()
        _ = overtaken(claims) { row in
            guard row.leasedUntil != nil else { return }
            row.leasedUntil = lease == .zero ? nil : now + lease
            if lease == .zero { row.tries = max(0, row.tries - 1) }
        }
    }

    func commit(_ commits: [HouseholdCommit]) -> Set<HouseholdID> {
        let now = clock()
        return commits.reduce(into: []) { lost, commit in
            lost.formUnion(overtaken([commit.claim]) { row in take(commit, in: &row, at: now) })
        }
    }

    private func take(_ commit: HouseholdCommit, in row: inout Row, at now: Date) {
        row.inbox.removeAll { $0.number <= commit.consumed }
        let waits = row.inbox.isEmpty || commit.image == nil && commit.problem != nil
        row.dueAt = waits ? commit.nextDue : now
        row.problem = commit.image == nil ? commit.problem ?? row.problem : commit.problem
        if let image = commit.image {
            row.version += 1
            row.image = image
        }
        row.leasedUntil = nil
        row.tries = 0
        let change = OutboxChange(
            commit.outbox, stored: row.outbox, in: commit.language, at: now)
        for place in row.outbox.indices where change.merged.contains(row.outbox[place].key) {
            row.outbox[place].state = .merged
        }
        row.outbox += change.inserted
        for entry in change.inserted { row.added[entry.key] = now }
    }

    /// Changes households whose claim is the newest; gives the others.
    private func overtaken(
        _ claims: [HouseholdClaim], _ change: (inout Row) -> Void
    ) -> Set<HouseholdID> {
        claims.reduce(into: []) { lost, claim in
            guard var row = rows[claim.household], row.epoch == claim.epoch,
                row.version == claim.version
            else {
                lost.insert(claim.household)
                return
            }
            change(&row)
            rows[claim.household] = row
        }
    }
}

// Feeding.
extension MemoryFleet {
    func put(_ lines: [FeedLine], at position: FeedPosition?) -> FeedReceipt {
        let now = clock()
        var receipt = FeedReceipt()
        for line in lines {
            guard let id = ids[line.reference], var row = rows[id] else {
                receipt.unknown.insert(line.reference)
                continue
            }
            guard !row.inbox.contains(where: { $0.key == line.key }) else {
                receipt.repeated += 1
                continue
            }
            row.head += 1
            row.inbox.append(InboxLine(number: row.head, key: line.key, bytes: line.bytes))
            row.dueAt = min(row.dueAt ?? now, now)
            rows[id] = row
            receipt.added += 1
        }
        if let position, receipt.isWhole { positions[position.feed] = position }
        return receipt
    }

    func position(of feed: String) -> FeedPosition? { positions[feed] }
}

// Delivery.
extension MemoryFleet {
    func takeDeliveries(_ limit: Int, for lease: Duration) -> [FleetDelivery] {
        let now = clock()
        var taken: [FleetDelivery] = []
        for id in rows.keys.sorted() {
            guard var row = rows[id], !row.isPaused else { continue }
            var alerts: Set<[String]> = []
            for place in row.outbox.indices
            where taken.count < limit && row.outbox[place].state == .waiting {
                let entry = row.outbox[place]
                let lane = DeliveryLane(settings: row.settings, channel: entry.channel)
                guard alerts.insert([entry.channel, entry.alertKey]).inserted, entry.dueAt <= now,
                    resting[lane].map({ $0 <= now }) ?? true
                else { continue }
                row.outbox[place].attempts += 1
                row.outbox[place].dueAt = now + lease
                taken.append(
                    FleetDelivery(
                        household: id, reference: row.reference, lane: lane,
                        entry: row.outbox[place], at: now))
            }
            rows[id] = row
        }
        return taken
    }

    func finish(_ results: [FleetDeliveryResult]) {
        for result in results {
            let (key, household) = (result.result.key, result.delivery.household)
            guard let place = rows[household]?.outbox.firstIndex(where: { $0.key == key }),
                var entry = rows[household]?.outbox[place], entry.state == .waiting,
                result.result.state == .delivered
                    || result.delivery.entry.attempts == entry.attempts
            else { continue }
            entry.state = result.result.state
            entry.dueAt = result.result.dueAt ?? entry.dueAt
            entry.problem = result.result.problem ?? entry.problem
            if !result.isBegun { entry.attempts -= 1 }
            entry.triedMilliseconds = result.result.triedMilliseconds
            entry.refusals = result.result.refusals
            rows[household]?.outbox[place] = entry
        }
    }

    func forget(endedBefore age: Duration) -> Int {
        let first = clock().addingTimeInterval(-(age / .seconds(1)))
        let before = rows.values.map(\.outbox.count).reduce(0, +)
        for id in rows.keys {
            rows[id]?.outbox.removeAll { $0.state != .waiting && $0.createdAt < first }
        }
        return before - rows.values.map(\.outbox.count).reduce(0, +)
    }

    func rest(_ lane: DeliveryLane, until instant: Date) { resting[lane] = instant }
}

// What operators ask for.
extension MemoryFleet {
    func add(_ reference: String, rules: [UInt8], settings: [UInt8]) {
        let texts = [rules, settings]
        let (rules, settings) = (DocumentHash.hash(of: rules), DocumentHash.hash(of: settings))
        (documents[rules], documents[settings]) = (texts[0], texts[1])
        let id = ids[reference] ?? count + 1
        var row = rows[id] ?? Row(id: id, reference: reference, rules: rules, settings: settings)
        (row.rules, row.settings, row.dueAt, row.problem) = (rules, settings, clock(), nil)
        row.tries = 0
        row.leasedUntil = nil
        if ids[reference] == nil {
            count += 1
            ids[reference] = id
        } else {
            row.epoch += 1
        }
        rows[id] = row
    }

    func household(_ reference: String) -> HouseholdSummary? {
        ids[reference].flatMap { rows[$0] }.map(Self.summary)
    }

    func households(
        after reference: String?, limit: Int, faultyOnly: Bool
    ) -> [HouseholdSummary] {
        let references = ids.keys.filter { key in reference.map { key > $0 } ?? true }
        let found = references.sorted().compactMap { ids[$0].flatMap { rows[$0] } }
            .filter { !faultyOnly || $0.isSetAside || Self.isFaulty($0) }
        return found.prefix(limit).map(Self.summary)
    }

    private static func isFaulty(_ row: Row) -> Bool {
        row.problem != nil || isUndelivered(row)
    }

    private static func isUndelivered(_ row: Row) -> Bool {
        row.outbox.contains { $0.state == .gaveUp || $0.state == .waiting && $0.refusals > 0 }
    }

    private static func summary(_ row: Row) -> HouseholdSummary {
        HouseholdSummary(
            reference: row.reference, problem: row.problem, isPaused: row.isPaused,
            isSetAside: row.isSetAside, isUndelivered: isUndelivered(row),
            dueAt: row.leasedUntil ?? row.dueAt, version: row.version, inbox: row.inbox.count,
            outbox: row.outbox.count { $0.state == .waiting },
            gaveUp: row.outbox.count { $0.state == .gaveUp },
            delivery: [.waiting, .gaveUp].lazy.compactMap { state in
                row.outbox.first { $0.state == state && $0.problem != nil }?.problem
            }.first)
    }

    func number(of reference: String) -> HouseholdID? { ids[reference] }

    /// When the next household is due.
    var nextDue: Date? { rows.values.compactMap(\.claimable).min() }

    func pause(_ reference: String) -> Bool {
        guard let id = ids[reference] else { return false }
        rows[id]?.isPaused = true
        return true
    }

    func resume(_ reference: String, failed: Bool) -> Bool {
        guard let id = ids[reference], var row = rows[id] else { return false }
        let now = clock()
        row.isPaused = false
        if row.isSetAside { row.leasedUntil = now }
        if row.problem != nil { row.dueAt = now }
        let states: [OutboxEntry.State] = failed ? [.waiting, .gaveUp] : [.waiting]
        for place in row.outbox.indices
        where row.outbox[place].problem != nil && states.contains(row.outbox[place].state) {
            row.outbox[place].state = .waiting
            row.outbox[place].dueAt = now
            row.outbox[place].triedMilliseconds = 0
            row.outbox[place].refusals = 0
        }
        rows[id] = row
        return true
    }

    func remove(_ reference: String) -> Bool {
        guard let id = ids.removeValue(forKey: reference) else { return false }
        rows[id] = nil
        return true
    }

    /// Loses a household's image, as a wrongly restored database would.
    func loseImage(of reference: String) {
        if let id = ids[reference] { rows[id]?.image = nil }
    }

    func image(of reference: String) -> [UInt8]? {
        ids[reference].flatMap { rows[$0]?.image }
    }

    func status() -> FleetStatus {
        var status = FleetStatus(at: clock())
        for row in rows.values { Self.count(row, in: &status) }
        let waiting = rows.values.flatMap { row in
            row.outbox.filter { $0.state == .waiting }.map { ($0.channel, row.added[$0.key]) }
        }
        status.outbox = Dictionary(grouping: waiting, by: \.0).map { channel, entries in
            (channel: channel, count: entries.count, oldest: entries.compactMap(\.1).min())
        }
        return status
    }

    private static func count(_ row: Row, in status: inout FleetStatus) {
        status.households += 1
        status.paused += row.isPaused ? 1 : 0
        status.setAside += row.isSetAside ? 1 : 0
        status.faulty += isFaulty(row) ? 1 : 0
        status.inbox += row.inbox.count
        if row.leasedUntil.map({ $0 > status.at }) ?? false {
            status.claimed += row.isSetAside ? 0 : 1
        } else if let due = row.claimable, due <= status.at {
            status.due += 1
            status.oldestDue = min(status.oldestDue ?? due, due)
        }
        status.gaveUp += row.outbox.count { $0.state == .gaveUp }
    }
}

extension Date {
    fileprivate static func + (left: Date, right: Duration) -> Date {
        left.addingTimeInterval(right / .seconds(1))
    }
}
