import Alerts
import Finance
import Foundation
import Rules
import Testing

extension AlertStoreConformance {
    private var now: Date { StoreSamples.now }

    func notifiesTheResolveOfALaterFire() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_lost")))
        try await store.finish([result("ntc_lost", .gaveUp)])
        let later = now.addingTimeInterval(60)
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_told", at: later)))
        try await store.finish([result("ntc_told", .delivered)])
        let over = now.addingTimeInterval(120)
        try await store.commit(
            StoreSamples.commit(StoreSamples.entry("ntc_over", .resolved, at: over)))
        let taken = try await store.takeDue(channel: "desktop", at: over, limit: 9)
        #expect(taken.map(\.notification.id) == ["ntc_over"])
    }

    func putsTheOldestTogether() async throws {
        let store = try await makeStore()
        let count = OutboxOverflow.limit + 300
        let entries = (0..<count).map { number in
            StoreSamples.entry(
                "ntc_\(number)", alert: "a\(number)", at: now.addingTimeInterval(Double(number)))
        }
        // In two commits, so that the digest of the first is taken apart by the second.
        for part in [entries[..<1_100], entries[1_100...]] {
            try await store.commit(
                CycleCommit(
                    reconciliation: nil, alerts: AlertLedgerChange(), outbox: Array(part)))
        }
        let waiting = try await store.outbox(in: [.waiting], limit: count)
        #expect(waiting.count <= OutboxOverflow.limit)
        let digests = waiting.filter { $0.notification.type == .digest }
        #expect(digests.count == 1)
        let digest = try #require(digests.first)
        #expect(digest.notification.data.count == count - (waiting.count - 1))
        #expect(digest.alertKey == OutboxOverflow.alertKey(of: "desktop"))
        let first = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        #expect(first.map(\.notification.id) == [digest.notification.id])
    }

    func leavesOutOfADigestWhatWasAttempted() async throws {
        let store = try await makeStore()
        let entries = (0..<OutboxOverflow.limit).map { number in
            StoreSamples.entry(
                "ntc_\(number)", alert: "a\(number)", at: now.addingTimeInterval(Double(number)))
        }
        try await store.commit(
            CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: entries))
        // The receiver takes them without an answer; some are still under way.
        let taken = try await store.takeDue(
            channel: "desktop", at: now.addingTimeInterval(300), limit: 250)
        try await store.finish(
            taken.dropLast(50).map {
                result($0.notification.id, .waiting, dueAt: now.addingTimeInterval(9_000))
            })
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_more", alert: "more")))
        let merged = try await store.outbox(in: [.merged], limit: 2_000).map(\.notification.id)
        #expect(!merged.isEmpty)
        #expect(Set(merged).isDisjoint(with: taken.map(\.notification.id)))
    }

    func givesUpWhatHasNoChannel() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1"), StoreSamples.entry("ntc_1", on: "old")))
        let problem = DeliveryProblem(reason: .other, problem: "gone", fix: "leave it")
        let lost = try await store.abandon(
            channelsExcept: ["desktop"], problem: problem, at: now)
        #expect(lost == 1)
        let given = try await store.outbox(in: [.gaveUp], limit: 9)
        #expect(given.map(\.channel) == ["old"])
        #expect(given.first?.problem == problem)
        #expect(try await store.nextDue(channel: "old") == nil)
        #expect(try await store.nextDue(channel: "desktop") == now)
    }

    func forgetsWhatEndedLongAgo() async throws {
        let store = try await makeStore()
        let later = now.addingTimeInterval(3_600)
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1", alert: "a"), StoreSamples.entry("ntc_2", alert: "b"),
                StoreSamples.entry("ntc_3", alert: "c", at: later)))
        try await store.finish([result("ntc_1", .delivered), result("ntc_3", .delivered)])
        try await store.forgetOutbox(before: later)
        let all = try await store.outbox(in: Set(OutboxEntry.State.allCases), limit: 9)
        #expect(all.map(\.notification.id) == ["ntc_3", "ntc_2"])
    }

    func keepsSilencesAndSelfAlerts() async throws {
        let store = try await makeStore()
        let key = AlertKey(
            ruleID: "low", body: "b1", subject: .account(StoreSamples.details.id))
        var silence = Silence(
            id: "s1", scope: .account(StoreSamples.details.id, name: "Brukskonto"), from: now,
            until: now.addingTimeInterval(60), reason: "at the cinema")
        silence.held = [
            HeldNotification(
                notification: StoreSamples.notification(.fired, "ntc_1"), alertKey: key,
                cause: .silence,
                dueAt: silence.until, channels: ["desktop"])
        ]
        silence.count = 1
        let selfAlert = SelfAlertState(
            SelfAlert(.deliveryFailing, name: "hook", problem: "answered 503"), since: now,
            notifiedOn: ["desktop"])
        let change = AlertLedgerChange(silences: [silence], selfAlerts: [selfAlert])
        try await store.commit(
            CycleCommit(reconciliation: nil, alerts: change, outbox: []))
        #expect(try await store.alertLedger() == AlertLedger().applying(change))
        let end = AlertLedgerChange(
            removedSilences: ["s1"], removedSelfAlerts: [selfAlert.selfAlert.key])
        try await store.commit(CycleCommit(reconciliation: nil, alerts: end, outbox: []))
        #expect(try await store.alertLedger() == AlertLedger())
    }

    func keepsTheLastEvaluations() async throws {
        let store = try await makeStore()
        let facts = Facts()
        for round in 0..<3 {
            var commit = CycleCommit(
                reconciliation: nil, alerts: AlertLedgerChange(), outbox: [])
            commit.evaluations = (0..<15).map { step in
                let at = now.addingTimeInterval(Double(round * 15 + step))
                return StoreSamples.evaluation("low", facts: facts, at: at)
            }
            if round == 0 {
                commit.evaluations.append(
                    StoreSamples.evaluation("other", facts: facts, at: now))
            }
            try await store.commit(commit)
        }
        let kept = try await store.evaluations()
        let low = kept.filter { $0.ruleID == "low" }
        #expect(low.count == EvaluationJournal.limit)
        #expect(low.last?.at == now.addingTimeInterval(44))
        #expect(low == low.sorted { $0.at < $1.at })
        #expect(kept.filter { $0.ruleID == "other" }.count == 1)
    }

    func reportsGivenUpEntriesOnce() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1", alert: "a"), StoreSamples.entry("ntc_2", alert: "b")))
        #expect(try await store.unreported(limit: 9).isEmpty)
        try await store.finish([result("ntc_1", .gaveUp), result("ntc_2", .delivered)])
        let lost = try await store.unreported(limit: 9)
        #expect(lost.map(\.notification.id) == ["ntc_1"])
        var commit = CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: [])
        commit.reported = lost.map(\.key)
        try await store.commit(commit)
        #expect(try await store.unreported(limit: 9).isEmpty)
        #expect(try await store.outbox(in: [.gaveUp], limit: 9).count == 1)
    }

    func triesAgainWhatAPersonWants() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1", alert: "a"), StoreSamples.entry("ntc_2", alert: "b"),
                StoreSamples.entry("ntc_3", alert: "c")))
        let later = now.addingTimeInterval(600)
        try await store.finish([
            result("ntc_1", .gaveUp), result("ntc_2", .waiting, dueAt: later),
            result("ntc_3", .delivered),
        ])
        var commit = CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: [])
        commit.retried = ["ntc_1", "ntc_2", "ntc_3", "ntc_9"]
        try await store.commit(commit)
        let taken = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(Set(taken.map(\.notification.id)) == ["ntc_1", "ntc_2"])
    }

    func resumesWhatWaits() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1", alert: "a"), StoreSamples.entry("ntc_2", alert: "b")))
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        let later = now.addingTimeInterval(600)
        var tried = result("ntc_1", .waiting, dueAt: later)
        tried.triedMilliseconds = 700_000
        tried.refusals = 2
        try await store.finish([tried, result("ntc_2", .delivered)])
        let start = now.addingTimeInterval(60)
        try await store.resumeOutbox(at: start, servedUntil: start)
        let entry = try #require(try await store.outbox(in: [.waiting], limit: 9).first)
        #expect(entry.dueAt == start)
        #expect(entry.triedMilliseconds == 160_000)
        #expect(entry.refusals == 2)
        #expect(try await store.nextDue(channel: "desktop") == start)
    }

    /// What was decided by a clock that was ahead is due by the right one, tried or not (D83).
    func resumesWhatWasNeverTried() async throws {
        let store = try await makeStore()
        let ahead = now.addingTimeInterval(86_400)
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1", at: ahead)))
        try await store.resumeOutbox(at: now, servedUntil: ahead)
        #expect(try await store.nextDue(channel: "desktop") == now)
    }

    func knowsTheLastDelivery() async throws {
        let store = try await makeStore()
        #expect(try await store.lastDelivery(channel: "desktop") == nil)
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        try await store.finish([
            OutboxResult(channel: "desktop", notificationID: "ntc_1", state: .delivered, at: now)
        ])
        #expect(try await store.lastDelivery(channel: "desktop") == now)
        #expect(try await store.lastDelivery(channel: "family") == nil)
    }
}

extension StoreSamples {
    /// An evaluation of a rule without an account.
    static func evaluation(_ rule: String, facts: Facts, at instant: Date) -> EvaluationEntry {
        let verdict = Verdict(
            ruleID: rule, subject: .rule, finding: .holds,
            evidence: Verdict.Evidence(value: kroner(9_500), limit: kroner(10_000)))
        return EvaluationEntry(verdict, effect: .notified, facts: facts, at: instant)
    }
}
