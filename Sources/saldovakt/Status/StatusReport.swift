import Alerts
import Finance
import Foundation
import Store
import Watch

/// Everything that `saldovakt status` shows, as a value.
struct StatusReport: Sendable {
    /// What needs a person.
    enum Attention: Sendable, Hashable {
        case noWatcher
        case storeFailing
        case failing(source: String, since: Date)
        /// A bank has brought nothing for long, since when.
        case stale(source: String, since: Date)
        /// The rules file can't be used; older rules are in force.
        case rulesOutdated
        /// So many notifications were given up lately.
        case gaveUp(Int)
    }

    /// What is known about one bank.
    struct Source: Sendable {
        let facts: SourceFacts
        let statistics: SourceStatistics?

        var lastPoll: Date? { facts.lastAttempt }

        /// Figures older than that are worth a word: six hours, or three intervals if that is more.
        var gracePeriod: TimeInterval {
            let interval = Double(statistics?.intervalMilliseconds ?? 0) / 1_000
            return max(6 * 3_600, 3 * interval)
        }
    }

    let now: Date
    /// Who holds the state folder, in its own words; `nil` if nobody watches.
    let holder: String?
    /// What the running watcher counted; `nil` if none runs, or it has not said yet.
    let statistics: WatchStatistics?
    let sources: [Source]
    let firing: Int
    /// How many alerts are true but not yet for long enough.
    let pending: Int
    /// How many notifications quiet hours and limits hold back.
    let held: Int
    let outbox: OutboxCounts

    /// How long a notification that was given up needs attention: seven days.
    static let gaveUpMemory: TimeInterval = 7 * 86_400

    /// Banks that a running watcher does not poll have left the settings and are left out.
    init(
        now: Date, holder: String?, statistics: WatchStatistics?, facts: Facts,
        ledger: AlertLedger, outbox: OutboxCounts
    ) {
        self.now = now
        self.holder = holder
        self.statistics = statistics
        self.outbox = outbox
        let polled = statistics?.sources
        let ids = polled.map { $0.map(\.id) } ?? facts.sources.keys.sorted()
        sources = ids.map { id in
            Source(
                facts: facts.sources[id] ?? SourceFacts(id: id),
                statistics: polled?.first { $0.id == id })
        }
        firing = ledger.alerts.values.count { $0.phase == .firing }
        pending = ledger.alerts.values.count { $0.phase == .pending }
        held = ledger.rules.values.reduce(0) { $0 + $1.held.count }
    }

    /// What needs a person, worst first; empty when all is well.
    var attention: [Attention] {
        var found: [Attention] = holder == nil ? [.noWatcher] : []
        if statistics?.isStoreFailing == true { found.append(.storeFailing) }
        for source in sources {
            let facts = source.facts
            if let since = facts.failingSince {
                found.append(.failing(source: facts.id, since: since))
            } else if let last = facts.lastSuccess,
                now.timeIntervalSince(last) > source.gracePeriod
            {
                found.append(.stale(source: facts.id, since: last))
            }
        }
        if statistics?.areRulesOutdated == true { found.append(.rulesOutdated) }
        if outbox.gaveUpLately > 0 { found.append(.gaveUp(outbox.gaveUpLately)) }
        return found
    }
}

extension StatusReport {
    /// Reads the state folder as any process can, while a watcher runs or not.
    static func read(folder: String, at now: Date) async throws(StoreError) -> StatusReport {
        let store = try SQLiteAlertStore.openReadOnly(folder: folder)
        let holder = SQLiteAlertStore.holder(ofFolder: folder)
        let file = StatusFile.read(SQLiteAlertStore.statusFile(inFolder: folder))
        // A file that an earlier process left says nothing about now.
        let isOurs = file.map { holder?.hasPrefix("process \($0.process),") == true } ?? false
        return try await read(
            store, holder: holder, statistics: isOurs ? file?.statistics : nil, at: now)
    }

    /// Reads an open store, with what its owner knows.
    static func read(
        _ store: SQLiteAlertStore, holder: String?, statistics: WatchStatistics?, at now: Date
    ) async throws(StoreError) -> StatusReport {
        StatusReport(
            now: now, holder: holder, statistics: statistics, facts: try await store.facts(),
            ledger: try await store.alertLedger(),
            outbox: try await store.outboxCounts(since: now.addingTimeInterval(-gaveUpMemory)))
    }
}
