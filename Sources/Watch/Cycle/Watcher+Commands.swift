import Alerts
import Finance
import Foundation
import Rules

// People's commands, and reports about the program itself.
extension Watcher {
    /// Applies people's commands, and reports undelivered notifications.
    public mutating func attend() async {
        do {
            try await applyCommands()
            try await abandonWhatIsLost()
            try await reportUndelivered()
            await noteUnreadableRows()
            try await notifyReports()
        } catch { parts.observer(.storeFailed(error)) }
    }

    private mutating func applyCommands() async throws(StoreError) {
        let commands = try await parts.store.commands()
        guard !commands.isEmpty else { return }
        let now = parts.clock.now
        try await commit { $0.apply(commands, at: now) }
        for case .poll(let source) in commands.map(\.kind) {
            banks[source]?.noteSignIn(at: now)
        }
    }

    /// Reports channels that fail, and clears the reports of those that work again.
    private mutating func reportUndelivered() async throws(StoreError) {
        let entries = try await parts.store.unreported(limit: 500)
        let failing = try await currentPipeline().ledger.selfAlerts.values
            .filter { $0.selfAlert.topic == .deliveryFailing }
        let waiting = try await parts.waitingChannels()
        // A rule of the person's own on failing channels reports it already.
        let late = rules.readsChannels ? [] : try await parts.lateChannels(among: waiting)
        guard !(entries.isEmpty && failing.isEmpty && late.isEmpty) else { return }
        var found = UndeliveredReports.reports(entries, late: late, known: failing, in: language)
        let lost = Set(entries.map(\.channel))
        found += try await parts.endedReports(
            on: failing.filter { !lost.contains($0.selfAlert.name) }, waiting: Set(waiting.keys),
            used: Set(rules.rules.flatMap(\.notify)))
        let (now, keys) = (parts.clock.now, entries.map(\.key))
        try await commit { [found] in $0.take(found, reported: keys, at: now) }
    }

    /// Reports stored rows that can't be read, and clears the report once all can.
    private mutating func noteUnreadableRows() async {
        let rows = await parts.store.unreadableRows()
        let known = (pipeline?.ledger.selfAlerts.values.map(\.selfAlert) ?? [])
            .filter { $0.topic == .rowsUnreadable }
        guard !(rows.isEmpty && known.isEmpty) else { return }
        let names = Set(known.map(\.name))
        reports += rows.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
            .map { table, problem in
                let words = language.texts.rowsSetAside(problem)
                return SelfAlertReport(SelfAlert(.rowsUnreadable, name: table, problem: words))
            }
        guard banks.values.contains(where: \.isComplete) else { return }
        reports += known.filter { rows[$0.name] == nil }.map { SelfAlertReport($0, isOver: true) }
    }

    var language: Language { parts.builder.policy.language }

    private mutating func notifyReports() async throws(StoreError) {
        guard !reports.isEmpty else { return }
        let now = parts.clock.now
        try await commit { [reports] in $0.take(reports, at: now) }
        reports = []
    }
}

// The rules, and the settings that are reloaded with them.
extension Watcher {
    /// Adopts changed rules; with `force`, a file that looks unchanged is read all the same.
    mutating func reloadRules(force: Bool) async {
        rulesDue = nil
        switch await parts.rules.load(force: force) {
        case .unchanged: break
        case .unsettled: rulesDue = parts.clock.now.addingTimeInterval(1)
        case .rejected(let findings):
            reports.append(SelfAlertReport(WatchTexts.rulesRejected(findings)))
            parts.observer(.rulesRejected(findings))
        case .loaded(let loaded, let findings):
            rules = loaded
            reports.append(SelfAlertReport(WatchTexts.rulesRejected(""), isOver: true))
            areRulesChecked = false
            forgetPipeline()
            parts.observer(.rulesLoaded(count: loaded.writtenCount, findings: findings))
            await adoptReloadedConfiguration()
        }
    }

    /// Adopts the reloaded settings; entries for a channel that stays away are reported elsewhere.
    private mutating func adoptReloadedConfiguration() async {
        guard let configuration = await parts.rules.reloadedConfiguration() else { return }
        parts.builder = parts.builder.adopting(configuration)
        parts.channels = configuration.channels
        abandonAt = parts.clock.now.addingTimeInterval(WatchParts.gracePeriod)
    }

    private mutating func abandonWhatIsLost() async throws(StoreError) {
        guard let instant = abandonAt, instant <= parts.clock.now else { return }
        try await parts.abandonLostChannels()
        abandonAt = nil
    }

    /// Checks new rules against accounts and history, after the first complete cycle with them.
    mutating func checkRulesOnce() async {
        guard !areRulesChecked, let pipeline else { return }
        areRulesChecked = true
        let today = CalendarDay(of: parts.clock.now, in: parts.builder.zone)
        let history = try? await parts.store.transactions(since: today.adding(months: -12))
        let findings = await parts.rules.findings(
            facts: pipeline.facts, transactions: history ?? [], bindings: pipeline.ledger.bindings)
        if !findings.isEmpty { parts.observer(.rulesDoubtful(findings)) }
    }
}
