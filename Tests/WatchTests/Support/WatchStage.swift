import Alerts
import Finance
import Foundation
import Rules
import Synchronization
import TestSupport
import Testing
import Watch

/// A watcher between a scripted bank and a store in memory, on a clock that the test moves.
final class WatchStage: Sendable {
    let clock = ManualClock("2026-03-06T09:00:00Z")
    let bank: ScriptedBankSource
    let store: any AlertStore
    let rules: ScriptedRules
    private let isRationed: Bool
    private let log = Mutex<[WatchEvent]>([])

    init(
        store: any AlertStore = InMemoryAlertStore(), rules: ScriptedRules = ScriptedRules(),
        isRationed: Bool = false
    ) {
        self.store = store
        self.isRationed = isRationed
        self.rules = rules
        bank = ScriptedBankSource(id: Make.source, clock: clock)
    }

    /// A watcher with these sentences as its rules, each sent on `phone`.
    func watcher(_ sentences: [String], wakeUps: [WakeSignal] = []) async throws -> Watcher {
        var watcher = Watcher(
            parts: parts, rules: try RuleSet.of(sentences), wakeUps: wakeUps)
        try await watcher.start()
        return watcher
    }

    var parts: WatchParts {
        WatchParts(
            sources: [.init(source: bank, interval: .seconds(300), isRationed: isRationed)],
            store: store, rules: rules,
            builder: PipelineBuilder(
                policy: AlertPolicy(zone: Make.oslo, channels: ["phone": .full])),
            clock: clock, observer: { event in self.log.withLock { $0.append(event) } })
    }

    /// The next answer of the bank: one account with this balance, and these rows.
    func answer(_ balance: String, _ rows: [TransactionObservation] = []) {
        bank.append(
            .facts(
                accounts: [Make.account(booked: balance, from: "2026-02-01")], transactions: rows))
    }

    /// The kinds and reasons of all notifications so far.
    var notified: [String] {
        events.compactMap {
            if case .notified(let notification) = $0 {
                "\(notification.type.rawValue) \(notification.data.reason.rawValue)"
            } else {
                nil
            }
        }
    }

    var events: [WatchEvent] { log.withLock { $0 } }
}

/// Rules that the test exchanges.
final class ScriptedRules: RuleSource {
    private let next = Mutex<[RuleLoad]>([])
    private let around = Mutex<ReloadedConfiguration?>(nil)

    /// What the settings say from the next reload on.
    func settle(_ configuration: ReloadedConfiguration) { around.withLock { $0 = configuration } }

    func reloadedConfiguration() async -> ReloadedConfiguration? { around.withLock { $0 } }

    func exchange(_ load: RuleLoad) {
        next.withLock { $0.append(load) }
    }

    func load(force: Bool) async -> RuleLoad {
        next.withLock { $0.isEmpty ? .unchanged : $0.removeFirst() }
    }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] {
        let names = facts.accounts.values.map(\.account.displayName)
        return [
            RuleFinding(
                file: "rules.json", line: 1, column: 1, code: "checked", severity: .warning,
                message: "held against \(names) and \(transactions.count) rows")
        ]
    }
}

extension RuleSet {
    /// Rules from sentences, with the identifiers `r0`, `r1` and so on.
    static func of(_ sentences: [String], channel: String = "phone") throws -> RuleSet {
        let rules = sentences.enumerated().map { number, sentence in
            #"{"id":"r\#(number)","when":"\#(sentence)","notify":["\#(channel)"]}"#
        }
        let file = #"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#
        let result = RulesFile.load(
            Array(file.utf8), fileName: "rules.json", channels: [channel])
        return try #require(result.ruleSet, "\(FindingRenderer.text(result.findings))")
    }
}
