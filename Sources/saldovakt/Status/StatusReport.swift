import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store
import Watch

/// `saldovakt status`: shows whether all is well, from the store alone.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says whether all is well, for people and status bars.",
        discussion: """
            Reads the state folder, whether a watcher runs or not; it asks no bank. Status 1 if \
            something needs you: nobody watches, the disk is full, a bank fails or has brought nothing for six hours \
            (or three intervals, if that is more), a bank's file can't be read, changed rules or \
            settings can't be used, or a notification of the last seven days failed for good.
            """)

    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON object.") var json = false

    @Flag(help: "Write one short line for the status bar of tmux.") var tmux = false

    func validate() throws {
        guard !(json && tmux) else { throw ValidationError("choose one of --json and --tmux") }
    }

    func run() async throws {
        let report: StatusReport
        do {
            report = try await StatusReport.read(folder: state.folder, at: SystemClock().now)
        } catch {
            // A status bar shows only what is on standard output.
            if tmux { Terminal.write(StatusReport.tmux("saldo ! no state", isBad: true)) }
            throw error
        }
        if json {
            Terminal.write(report.json)
        } else if tmux {
            Terminal.write(report.tmuxLine)
        } else {
            report.lines(in: Configuration.zone).forEach(Terminal.write)
            report.attentionLines.forEach { Terminal.write($0, in: .red) }
        }
        if !report.attention.isEmpty { throw ExitStatus.wrong }
    }
}

/// Everything that `saldovakt status` shows, as a value.
struct StatusReport: Sendable {
    /// A condition that needs a person, as it is shown.
    struct Attention: Sendable, Hashable {
        /// Stable, for scripts.
        let code: String
        /// For a status bar.
        let short: String
        /// The sentence for people.
        let words: String
    }

    struct Source: Sendable {
        let facts: SourceFacts
        let statistics: SourceStatistics?
        /// How long from slot to slot, in milliseconds; `nil` if no watcher has said so.
        let interval: Int?

        /// The age from which figures are reported as stale: six hours, or three intervals if that
        /// is more.
        var gracePeriod: TimeInterval { max(6 * 3_600, 3 * Double(interval ?? 0) / 1_000) }
    }

    let now: Date
    /// The holder's own line about itself; `nil` if nobody watches.
    let holder: String?
    /// The running watcher's counts; `nil` if none runs, or it has written none yet.
    let statistics: WatchStatistics?
    let sources: [Source]
    /// Banks whose accounts are stored, though the running or last watcher does not poll them.
    let unpolled: [String]
    let firing: Int
    /// The title of the most urgent firing alert.
    let mostUrgent: String?
    /// How many alerts are true but not yet for as long as `for` asks.
    let pending: Int
    let held: Int
    let outbox: OutboxCounts
    /// Whether the disk with the state folder is full.
    let isDiskFull: Bool

    /// How long an abandoned notification needs attention: seven days.
    static let gaveUpMemory: TimeInterval = 7 * 86_400

    /// Makes a report; banks that a running watcher does not poll are no longer in the settings and
    /// are left out.
    ///
    /// - Parameter former: the counts of the last watcher, of which only intervals are used.
    init(
        now: Date, holder: String?, statistics: WatchStatistics?,
        former: WatchStatistics? = nil, facts: Facts, ledger: AlertLedger, outbox: OutboxCounts,
        isDiskFull: Bool = false
    ) {
        self.now = now
        self.isDiskFull = isDiskFull
        self.holder = holder
        self.statistics = statistics
        self.outbox = outbox
        let polled = statistics?.sources
        let ids = polled.map { $0.map(\.id) } ?? facts.sources.keys.sorted()
        sources = ids.map { id in
            let last = (polled ?? former?.sources)?.first { $0.id == id }
            return Source(
                facts: facts.sources[id] ?? SourceFacts(id: id),
                statistics: polled == nil ? nil : last, interval: last?.intervalMilliseconds)
        }
        let stored = Set(facts.accounts.values.map(\.account.institutionName))
        unpolled =
            (polled ?? former?.sources).map { stored.subtracting($0.map(\.id)).sorted() } ?? []
        let active = ledger.firing
        firing = active.count
        mostUrgent =
            active.compactMap(\.notification)
            .min { ($0.data.urgency.rank, $0.timestamp) < ($1.data.urgency.rank, $1.timestamp) }?
            .data.title
        pending = ledger.alerts.values.count { $0.phase == .pending }
        held = ledger.held.count
    }

    /// Reads the state folder, whether a watcher runs or not.
    static func read(folder: String, at now: Date) async throws(StoreError) -> StatusReport {
        let store = try SQLiteAlertStore.openReadOnly(folder: folder)
        let holder = SQLiteAlertStore.holder(ofFolder: folder)
        let file = StatusFile.read(SQLiteAlertStore.statusFile(inFolder: folder))
        // A file of an earlier process says nothing about the present.
        let isOurs = file.map { holder?.hasPrefix("process \($0.process),") == true } ?? false
        return try await read(
            store, holder: holder, statistics: isOurs ? file?.statistics : nil,
            former: file?.statistics, isDiskFull: SQLiteAlertStore.isDiskFull(ofFolder: folder),
            at: now)
    }

    static func read(
        _ store: SQLiteAlertStore, holder: String?, statistics: WatchStatistics?,
        former: WatchStatistics? = nil, isDiskFull: Bool = false, at now: Date
    ) async throws(StoreError) -> StatusReport {
        StatusReport(
            now: now, holder: holder, statistics: statistics, former: former,
            facts: try await store.facts(), ledger: try await store.alertLedger(),
            outbox: try await store.outboxCounts(since: now.addingTimeInterval(-gaveUpMemory)),
            isDiskFull: isDiskFull)
    }
}

extension StatusReport {
    /// The report for programs; its shape is a contract, new members may be added.
    var json: String {
        let output: JSONOutput = [
            "version": 1, "at": .instant(now),
            "attention": .texts(attention.map(\.code)),
            "watcher": [
                "running": .bool(holder != nil), "holder": .text(holder),
                "startedAt": .instant(statistics?.startedAt),
                "nextWake": .instant(statistics?.nextWake),
            ],
            "sources": .array(sources.map(Self.json)),
            "alerts": [
                "firing": .whole(firing), "pending": .whole(pending), "held": .whole(held),
            ],
            "outbox": [
                "waiting": .whole(outbox.waiting), "oldestWaiting": .instant(outbox.oldestWaiting),
                "gaveUp": .whole(outbox.gaveUp), "gaveUpLately": .whole(outbox.gaveUpLately),
            ],
            "rules": statistics.map { statistics in
                [
                    "count": .whole(statistics.rules), "hash": .text(statistics.rulesHash),
                    "outdated": .bool(statistics.areRulesOutdated),
                ]
            } ?? .null, "counters": Self.counts(statistics?.counters),
        ]
        return output.text
    }

    private static func json(_ source: Source) -> JSONOutput {
        let (facts, statistics) = (source.facts, source.statistics)
        let known: JSONOutput = [
            "id": .string(facts.id), "lastPoll": .instant(facts.lastAttempt),
            "lastSuccess": .instant(facts.lastSuccess),
            "lastComplete": .instant(facts.lastComplete),
            "failingSince": .instant(facts.failingSince),
            "failure": facts.failure.map(json) ?? .null, "nextSlot": .instant(statistics?.nextSlot),
            "polls": statistics.map { .whole($0.polls) } ?? .null,
            "missedSlots": statistics.map { .whole($0.missedSlots) } ?? .null,
            "failures": counts(
                statistics.map { statistics in
                    SourceFailure.Kind.allCases.compactMap { kind in
                        statistics.failures[kind].map { (kind.rawValue, $0) }
                    }
                }),
        ]
        guard case .object(var members) = known else { return known }
        if let shortfall = facts.shortfall { members.append(("shortfall", json(shortfall))) }
        if let others = facts.furtherShortfalls {
            members.append(("furtherShortfalls", .array(others.map(json))))
        }
        if let end = facts.signInExpires { members.append(("signInExpires", .instant(end))) }
        return .object(members)
    }

    private static func json(_ failure: SourceFailure) -> JSONOutput {
        [
            "kind": .string(failure.kind.rawValue), "problem": .string(failure.problem),
            "fix": .string(failure.fix),
        ]
    }

    private static func counts(_ counts: [(name: String, value: Int)]?) -> JSONOutput {
        counts.map { .object($0.map { ($0.name, .whole($0.value)) }) } ?? .null
    }
}

extension SourceFailure {
    /// Whether only a person can end it; a bank's own errors pass.
    fileprivate var needsPerson: Bool { kind == .malformed || kind == .refused }
}

extension WatchStatistics {
    /// The counters with their names in `status --json` and on the metrics page.
    var counters: [(name: String, value: Int)] {
        [
            ("cycles", cycles), ("completeCycles", completeCycles), ("evaluations", evaluations),
            ("notices", notifications), ("deliveries", deliveries),
            ("failedDeliveries", failedDeliveries), ("gaveUp", gaveUp), ("reloads", reloads),
            ("refusedReloads", refusedReloads), ("storeFailures", storeFailures),
            ("clockSteps", clockSteps),
        ]
    }
}

extension StatusReport {
    /// The report for people, with times in a zone; ``attentionLines`` follow it.
    func lines(in zone: TimeZone) -> [String] {
        let watcher = holder.map { Strings.holder($0, in: zone) } ?? "none is running"
        var lines = ["watcher: " + watcher]
        if let statistics {
            let hash = statistics.rulesHash.map { ", file \($0.prefix(12))" } ?? ""
            lines.append("\(Strings.count(statistics.rules, "rule")) in force\(hash)")
        }
        lines += sources.map { words($0, in: zone) }
        lines += unpolled.map { id in
            "bank \(id): not polled, but its accounts are listed and counted; 'saldovakt doctor' "
                + "says how to remove them"
        }
        // 'alerts --pending' lists notifications, which are in the line below.
        lines.append(
            "alerts: \(firing) firing, \(pending) about to fire, \(held) held notifications")
        let age = outbox.oldestWaiting.map { ", the oldest for \(length(since: $0))" } ?? ""
        lines.append("outbox: \(outbox.waiting) waiting\(age), \(outbox.gaveUp) failed")
        return lines
    }

    var attentionLines: [String] { attention.map { "! \($0.words)" } }

    /// One short line for the status bar of tmux, in its own colours.
    var tmuxLine: String {
        if let first = attention.first {
            let more = attention.count > 1 ? " +\(attention.count - 1)" : ""
            return Self.tmux("saldo ! \(first.short)", isBad: true, more)
        }
        if firing > 0 {
            let more = firing > 1 ? " +\(firing - 1)" : ""
            return Self.tmux("saldo \(mostUrgent ?? "firing")", isBad: false, more)
        }
        let last = sources.compactMap(\.facts.lastAttempt).min()
        return "saldo ok" + (last.map { " \(length(since: $0))" } ?? "")
    }

    /// Words that stand out on any theme, because they have a background colour; at most 50 cells.
    static func tmux(_ words: String, isBad: Bool, _ more: String = "") -> String {
        // `#` would begin a tmux format.
        let plain = words.replacing("#", with: "").cut(to: 50 - more.count)
        return "#[fg=\(isBad ? "white,bg=red" : "black,bg=yellow")] \(plain)\(more) #[default]"
    }

    private func words(_ source: Source, in zone: TimeZone) -> String {
        let facts = source.facts
        guard let poll = facts.lastAttempt else { return "bank \(facts.id): not asked yet" }
        var text = "bank \(facts.id): last asked \(length(since: poll)) ago"
        if let success = facts.lastSuccess, success != poll {
            text += ", last answer \(length(since: success)) ago"
        }
        if let next = source.statistics?.nextSlot, next > now {
            let pause = next.timeIntervalSince(now)
            text += ", next in \(Strings.length(pause))"
            // After hours, people look for the time of day.
            if pause >= 5_400 { text += " (\(InstantText.minute(next, in: zone)))" }
        }
        // An access that the bank has refused does not last until its end.
        if let end = facts.signInExpires, facts.failure?.kind != .refused {
            text += ", sign-in until \(InstantText.moment(end, in: zone))"
        }
        return text + (facts.problems.isEmpty ? "" : ": " + Self.words(facts.problems))
    }

    private static func words(_ problems: [SourceFailure]) -> String {
        problems.map(\.problem).joined(separator: "; ")
    }

    private func length(since instant: Date) -> String {
        Strings.length(now.timeIntervalSince(instant))
    }
}

extension StatusReport {
    /// The conditions that need a person, worst first; empty when all is well.
    var attention: [Attention] {
        var found = holder == nil ? [Attention.noWatcher] : []
        if isDiskFull {
            found.append(.diskFull)
        } else if statistics?.isStoreFailing == true {
            found.append(.storeFailing)
        }
        found += sources.compactMap(attention)
        if statistics?.areRulesOutdated == true { found.append(.rulesOutdated) }
        if outbox.gaveUpLately > 0 { found.append(.gaveUp(outbox.gaveUpLately)) }
        return found
    }

    private func attention(_ source: Source) -> Attention? {
        let (facts, id) = (source.facts, source.facts.id)
        if let since = facts.failingSince {
            return Attention(
                code: "failing \(id)", short: "\(id) fails \(length(since: since))",
                words: failing(facts, since: since))
        }
        if let last = facts.lastSuccess, now.timeIntervalSince(last) > source.gracePeriod {
            let age = length(since: last)
            return Attention(
                code: "stale \(id)", short: "\(id) \(age) old",
                words: "the figures of bank \(id) are \(age) old")
        }
        guard facts.shortfall != nil,
            facts.problems.contains(where: \.needsPerson) || facts.isLongIncomplete(at: now)
        else { return nil }
        return Attention(
            code: "incomplete \(id)", short: "\(id) not whole",
            words: "the last answer of bank \(id) is not whole: \(Self.words(facts.problems))")
    }

    /// What is wrong with a bank, and the way out where the bank has said it.
    private func failing(_ facts: SourceFacts, since: Date) -> String {
        if let failure = facts.failure, failure.kind == .refused {
            return "bank \(facts.id): \(failure.problem): \(failure.fix)"
        }
        return "bank \(facts.id) has not answered for \(length(since: since)): "
            + "'saldovakt doctor --online' looks why"
    }
}

extension StatusReport.Attention {
    fileprivate static let noWatcher = Self(
        code: "no-watcher", short: "nobody watches",
        words: "nobody watches: start 'saldovakt watch', or systemctl --user start saldovakt")
    /// Nothing more can be stored, not even the watcher's status.
    fileprivate static let diskFull = Self(
        code: "disk-full", short: "disk full",
        words: "the disk with the state folder is full: free some space")
    fileprivate static let storeFailing = Self(
        code: "store-failing", short: "nothing stored",
        words: "nothing can be stored: 'saldovakt doctor' looks why")
    fileprivate static let rulesOutdated = Self(
        code: "rules-outdated", short: "rules file",
        words: "changed rules or settings can't be used and the old ones are in force: "
            + "'saldovakt rules check' and 'saldovakt doctor' say why")

    fileprivate static func gaveUp(_ count: Int) -> Self {
        Self(
            code: "gave-up", short: "\(count) not sent",
            words: "\(Strings.count(count, "notification")) of the last seven days failed for good "
                + "on a channel: 'saldovakt alerts --gave-up'")
    }
}
