import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

/// A watcher on paper: rules, a ledger and a clock that only the test moves.
///
/// Every decision is made twice and compared, and the ledger goes through JSON before the next
/// one, as if the program had been restarted.
struct Scene {
    var rules: [Rule]
    var policy: AlertPolicy
    var facts: Facts
    private(set) var ledger = AlertLedger()
    private(set) var notified: [AlertNotification] = []
    private(set) var outbox: [OutboxEntry] = []

    init(_ rules: Rule..., policy: AlertPolicy = Samples.policy, facts: Facts = Samples.facts) {
        self.rules = rules
        self.policy = policy
        self.facts = facts
    }

    var engine: AlertEngine {
        AlertEngine(rules: RuleSet(rules: rules, fileHash: "hash"), policy: policy)
    }

    var timeline: AlertTimeline { AlertTimeline(engine: engine, ledger: ledger) }

    /// One evaluation at `2026-03-06T09:00:00Z`, or at the hour of that day such as `09:00`.
    @discardableResult
    mutating func at(_ time: String, _ verdicts: [Verdict]) throws -> [AlertNotification] {
        let now = try #require(Samples.instant(time))
        for verdict in verdicts { note(verdict, readAt: now) }
        let decision = timeline.propose(verdicts, facts: facts, at: now)
        #expect(timeline.propose(verdicts, facts: facts, at: now) == decision)
        ledger = try Samples.throughJSON(ledger.applying(decision.change))
        notified += decision.notifications
        outbox += decision.outbox
        return decision.notifications
    }

    /// A finding that says something rests on a figure that was read then.
    private mutating func note(_ verdict: Verdict, readAt now: Date) {
        guard case .account(let id) = verdict.subject else { return }
        switch verdict.finding {
        case .holds, .clear: facts.accounts[id]?.freshAt = now
        case .unknown, .occurred, .corrected: break
        }
    }

    /// One evaluation of the only rule.
    @discardableResult
    mutating func at(_ time: String, _ verdicts: Verdict...) throws -> [AlertNotification] {
        try at(time, verdicts)
    }

    /// What a person asked for at that time.
    @discardableResult
    mutating func apply(_ time: String, _ kinds: UserCommand.Kind...) throws -> [AlertNotification]
    {
        let now = try #require(Samples.instant(time))
        let commands = try kinds.map { kind in
            let command = UserCommand(id: "i", at: now, kind: kind)
            return try JSONDecoder().decode(
                UserCommand.self, from: JSONEncoder().encode(command))
        }
        return try keep(engine.apply(commands, facts: facts, ledger: ledger, at: now))
    }

    /// What the program found out about itself.
    @discardableResult
    mutating func report(_ time: String, _ reports: SelfAlertReport...) throws
        -> [AlertNotification]
    {
        let now = try #require(Samples.instant(time))
        return try keep(engine.take(reports, facts: facts, ledger: ledger, at: now))
    }

    private mutating func keep(_ decision: AlertDecision) throws -> [AlertNotification] {
        ledger = try Samples.throughJSON(ledger.applying(decision.change))
        notified += decision.notifications
        outbox += decision.outbox
        return decision.notifications
    }

    /// A silence from now on until a time.
    static func silence(_ scope: Silence.Scope, until time: String) throws -> UserCommand.Kind {
        let until = try #require(Samples.instant(time))
        let from = try #require(Samples.instant("06:00"))
        return .addSilence(
            Silence(id: "s1", scope: scope, from: from, until: until, reason: "away"))
    }

    func nextDue(after time: String) throws -> String? {
        let now = try #require(Samples.instant(time))
        var timeline = timeline
        return timeline.nextDue(after: now).map(InstantText.text)
    }
}

extension [AlertNotification] {
    /// The kinds, in order.
    var types: [AlertNotification.Kind] { map(\.type) }
    /// The titles, in order.
    var titles: [String] { map(\.data.title) }
}
