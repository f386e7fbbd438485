import Alerts
import Finance
import Foundation
import Testing

extension AlertStoreConformance {
    func isEmptyAtFirst() async throws {
        let store = try await makeStore()
        #expect(try await store.facts() == Facts())
        #expect(try await store.alertLedger() == AlertLedger())
        #expect(try await store.nextDue(channel: "desktop") == nil)
        let everything = Set(OutboxEntry.State.allCases)
        #expect(try await store.outbox(in: everything, limit: 10).isEmpty)
        #expect(try await store.transactions(since: StoreSamples.day(2000, 1, 1)).isEmpty)
        let input = try await store.reconciliationInput(
            for: StoreSamples.answer(from: nil, rows: []))
        #expect(input.accounts.isEmpty)
        #expect(input.records.values.joined().isEmpty)
    }

    func keepsFactsOfEverySource() async throws {
        let store = try await makeStore()
        let account = StoreSamples.facts
        try await store.commit(StoreSamples.commit(accounts: [account]))
        let failure = SourceFailure(kind: .server, problem: "answered 503", fix: "wait")
        let other = SourceFacts(
            id: "other", lastAttempt: StoreSamples.now, failingSince: StoreSamples.now,
            failure: failure)
        try await store.commit(StoreSamples.commit(source: other))
        let facts = try await store.facts()
        #expect(facts.accounts == [account.account.id: account])
        #expect(facts.sources == ["sbanken": StoreSamples.source, "other": other])
    }

    func holdsWhatAnAnswerCanTouch() async throws {
        let store = try await makeStore()
        let old = StoreSamples.record("old", day: StoreSamples.day(2026, 1, 2), status: .booked)
        let open = StoreSamples.record("open", day: StoreSamples.day(2026, 1, 3), status: .pending)
        let recent = StoreSamples.record("new", day: StoreSamples.day(2026, 3, 5), status: .booked)
        var gone = StoreSamples.record("gone", day: StoreSamples.day(2026, 3, 4), status: .booked)
        gone.isGone = true
        gone.missedAnswers = 2
        gone.missingSince = StoreSamples.now
        let records = [old, open, recent, gone]
        try await store.commit(
            StoreSamples.commit(accounts: [StoreSamples.facts], records: records))
        let answer = StoreSamples.answer(from: StoreSamples.day(2026, 3, 1), rows: [])
        let input = try await store.reconciliationInput(for: answer)
        let id = StoreSamples.facts.account.id
        #expect(input.accounts == [id: StoreSamples.facts])
        #expect(Set(input.records[id] ?? []) == Set([open, recent, gone]))
        #expect(input.otherAccounts.isEmpty && input.otherRecords.isEmpty)
        let other = Snapshot(
            source: "other", observedAt: StoreSamples.now, accounts: [], transactions: [])
        let elsewhere = try await store.reconciliationInput(for: other)
        #expect(elsewhere.otherAccounts == [StoreSamples.facts.account])
        #expect(elsewhere.otherRecords.contains(recent) && !elsewhere.otherRecords.contains(old))
    }

    func listsTransactionsOldestFirst() async throws {
        let store = try await makeStore()
        let days = [5, 1, 3].map { StoreSamples.day(2026, 3, $0) }
        var records = days.map { StoreSamples.record("row \($0)", day: $0, status: .booked) }
        var gone = StoreSamples.record("gone", day: days[0], status: .pending)
        gone.isGone = true
        records.append(gone)
        try await store.commit(
            StoreSamples.commit(accounts: [StoreSamples.facts], records: records))
        let found = try await store.transactions(since: StoreSamples.day(2026, 3, 2))
        #expect(found == [records[2].transaction, records[0].transaction])
    }

    func givesTheWholeHistoryInPortions() async throws {
        let store = try await makeStore()
        #expect(try await store.history(after: nil, limit: 2).rows.isEmpty)
        var records = (1...5).map {
            StoreSamples.record("row \($0)", day: StoreSamples.day(2026, 3, $0), status: .booked)
        }
        records[1].isGone = true
        records[2].isBaseline = true
        try await store.commit(
            StoreSamples.commit(accounts: [StoreSamples.facts], records: records))
        var found: [StoredTransaction] = []
        var sizes: [Int] = []
        var place: Int64?
        repeat {
            let page = try await store.history(after: place, limit: 2)
            found += page.rows
            sizes.append(page.rows.count)
            place = page.next
        } while place != nil
        #expect(sizes == [2, 2, 1])
        #expect(
            Set(found)
                == Set(
                    records.map {
                        StoredTransaction(
                            $0.transaction, isBaseline: $0.isBaseline, isGone: $0.isGone)
                    }))
    }

    func replacesRecordsByIdentifier() async throws {
        let store = try await makeStore()
        let day = StoreSamples.day(2026, 3, 5)
        let reserved = StoreSamples.record("taxi", day: day, status: .pending)
        let facts = StoreSamples.facts
        try await store.commit(StoreSamples.commit(accounts: [facts], records: [reserved]))
        var booked = reserved
        booked.transaction.status = .booked
        booked.transaction.postedDate = day.adding(days: 2)
        booked.transaction.reservedAmount = reserved.transaction.signedAmount
        booked.evidence = MatchEvidence(
            tier: .amountDay, words: "same amount, same day", reservedText: "FJORDBY TAXI",
            reservedAmount: reserved.transaction.signedAmount)
        try await store.commit(StoreSamples.commit(accounts: [facts], records: [booked]))
        #expect(try await store.transactions(since: day) == [booked.transaction])
        let input = try await store.reconciliationInput(
            for: StoreSamples.answer(from: day, rows: []))
        #expect(input.records[facts.account.id] == [booked])
    }
}
