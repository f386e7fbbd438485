public import Finance
public import Foundation
public import Rules

/// Keeps the last verdict on every subject, so that only changes are recorded.
///
/// ```swift
/// let entries = journal.news(verdicts, rules: rules, facts: facts, change: change, ledger: ledger, at: now)
/// // … commit them, then:
/// journal.accept(entries)
/// ```
public struct EvaluationJournal: Sendable {
    /// How many entries of a rule are kept.
    public static let limit = 20

    private struct Key: Sendable, Hashable {
        let ruleID: String
        let subject: String
    }

    private var last: [Key: EvaluationEntry] = [:]
    private var prunedAt = Date.distantPast

    /// How long an entry is remembered, in seconds: past days and months are never found again.
    private static let memory: TimeInterval = 100 * 86_400

    /// Continues from these entries, oldest first.
    public init(_ entries: [EvaluationEntry] = []) { accept(entries) }

    /// The verdicts that differ from the last ones, at most ``limit`` entries a rule.
    ///
    /// - Parameters:
    ///   - rules: the rules in force.
    ///   - change: what the evaluation changed in the alert states.
    ///   - ledger: the alert states before it.
    public func news(
        _ verdicts: [Verdict], rules: RuleSet, facts: Facts, change: AlertLedgerChange,
        ledger: AlertLedger, at now: Date
    ) -> [EvaluationEntry] {
        guard !verdicts.isEmpty else { return [] }
        let alerts = Dictionary(change.alerts.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        let held = Set(change.rules.flatMap { $0.held.map(\.alertKey) })
        let silenced = Set(change.silences.flatMap { $0.held.map(\.alertKey) })
        var counts: [String: Int] = [:]
        var found: [EvaluationEntry] = []
        // From the end: of many events in one answer only the newest are kept.
        for verdict in verdicts.reversed() where counts[verdict.ruleID, default: 0] < Self.limit {
            guard let rule = rules.rule(verdict.ruleID) else { continue }
            let key = AlertKey(ruleID: rule.id, body: rule.bodyKey, subject: verdict.subject)
            let effect = Self.effect(
                alerts[key] ?? ledger.alerts[key],
                isHeld: held.contains(key) || silenced.contains(key), verdict)
            // Entries are made for changes only: nearly every poll finds the same as the one
            // before.
            let known = last[Key(ruleID: rule.id, subject: verdict.subject.key)]
            guard
                known?.finding != EvaluationEntry.Finding(verdict.finding)
                    || known?.effect != effect
            else { continue }
            counts[rule.id, default: 0] += 1
            found.append(EvaluationEntry(verdict, effect: effect, facts: facts, at: now))
        }
        return found.reversed()
    }

    /// Stores entries that were committed.
    public mutating func accept(_ entries: [EvaluationEntry]) {
        for entry in entries {
            // An event is found once; keeping it would only take memory.
            guard entry.finding != .occurred, entry.finding != .corrected else { continue }
            last[Key(ruleID: entry.ruleID, subject: entry.subject)] = entry
        }
        guard let now = entries.last?.at, now.timeIntervalSince(prunedAt) >= 86_400 else { return }
        last = last.filter { now.timeIntervalSince($0.value.at) < Self.memory }
        prunedAt = now
    }

    private static func effect(
        _ state: AlertState?, isHeld: Bool, _ verdict: Verdict
    ) -> EvaluationEntry.Effect {
        if isHeld { return .held }
        guard let state else { return .none }
        switch (verdict.finding, state.phase) {
        case (.occurred, _): return state.isNotified ? .notified : .held
        case (_, .pending): return .pending
        case (_, .firing): return state.isNotified ? .firing : .held
        case (_, .inactive): return .none
        }
    }
}

extension EvaluationEntry {
    public init(_ verdict: Verdict, effect: Effect, facts: Facts, at now: Date) {
        let account = verdict.accountID.flatMap { facts.accounts[$0] }
        ruleID = verdict.ruleID
        subject = verdict.subject.key
        at = now
        finding = Finding(verdict.finding)
        self.effect = effect
        value = verdict.evidence.value
        limit = verdict.evidence.limit
        count = verdict.evidence.count
        freshAt = account?.freshAt
        self.account = account.map {
            SafeText.neutralised($0.account.displayName, limit: SafeText.titleLimit)
        }
    }
}

/// One evaluation of a rule on one subject whose verdict differs from the last one.
///
/// `rules explain --history` shows it: the values that were read, how fresh they were, the verdict
/// and its effect.
public struct EvaluationEntry: Sendable, Hashable, Codable {
    /// What was found, in one word.
    public enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        case holds
        /// The body is false.
        case clear
        /// The body is false, but `until` is not met yet.
        case recovering
        /// Unknown: the figures are old.
        case stale
        /// Unknown: the bank does not answer.
        case sourceFailing
        /// Unknown: the account has no such figure.
        case missingFigure
        /// Unknown yet: the history is too short.
        case learning
        case occurred
        /// The amount of an event changed.
        case corrected
    }

    /// The effect on the alert.
    public enum Effect: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing to report.
        case none
        /// True, but not yet for as long as `for` asks.
        case pending
        case notified = "told"
        /// Kept back by quiet hours, a limit, a silence or a snooze.
        case held
        /// It continues and was sent before.
        case firing
    }

    public let ruleID: String
    /// The subject, as ``Subject/key``.
    public let subject: String
    public let at: Date
    public let finding: Finding
    public let effect: Effect
    public let value: Money?
    public let limit: Money?
    public let count: Int?
    /// When the bank's figures were read.
    public let freshAt: Date?
    /// The account, as people know it.
    public let account: String?
}

extension EvaluationEntry.Finding {
    init(_ finding: Verdict.Finding) {
        self =
            switch finding {
            case .holds: .holds
            case .clear(let isRecovered): isRecovered ? .clear : .recovering
            case .unknown(.stale): .stale
            case .unknown(.sourceFailing): .sourceFailing
            case .unknown(.missingFigure): .missingFigure
            case .unknown(.learning): .learning
            case .occurred: .occurred
            case .corrected: .corrected
            }
    }
}
