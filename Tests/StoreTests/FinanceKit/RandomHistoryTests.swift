import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Store

/// Readers that catch up at random moments, in random portions, while everything changes.
@Suite("A history under random changes", .io)
struct RandomHistoryTests {
    /// A store whose rows come, change, go and return as chance has it.
    private struct World {
        let fed: FedStore
        var random: SeededGenerator
        var records: [TransactionRecord] = []
        var minutes = 0

        mutating func change() async throws {
            minutes += 1
            if random.happens(20) {
                _ = try await fed.store.remove(source: Make.source)
                records = []
            }
            var changed: [TransactionRecord] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) { changed.append(next()) }
            let unique = Dictionary(changed.map { ($0.transaction.id, $0) }) { $1 }
            let hour = Make.instant("2026-03-06T09:00:00Z").addingTimeInterval(
                Double(minutes) * 60)
            try await fed.store.commit(
                Make.commit(
                    at: hour.formatted(.iso8601),
                    accounts: [Make.accountFacts()], records: Array(unique.values)))
        }

        private mutating func next() -> TransactionRecord {
            guard !records.isEmpty, !random.happens(400) else { return fresh() }
            let index = Int.random(in: 0..<records.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: records[index].isGone.toggle()
            case 1:
                records[index].transaction.transactionDate = day()
            case 2:
                records[index].transaction.transactionDescription += "!"
            default: records[index].missedAnswers = 1 - records[index].missedAnswers
            }
            return records[index]
        }

        private mutating func fresh() -> TransactionRecord {
            let row = Make.observation("-1.00", day().description)
            records.append(Make.record(row, ordinal: records.count))
            return records[records.count - 1]
        }

        private mutating func day() -> CalendarDay {
            Make.day("2026-02-01").adding(days: Int.random(in: 0..<28, using: &random))
        }

        mutating func decide(_ book: AccessIndex, _ reader: ReaderName) async throws {
            let access = AccountAccess(
                accountID: Make.accountID(), earliest: random.happens(200) ? nil : day())
            let now = Make.instant("2026-03-06T09:00:00Z").addingTimeInterval(Double(minutes) * 60)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try await book.revoke(reader, at: now)
            case 1: try await book.grant(reader, [access], at: now)
            default: try await book.narrow(reader, to: day(), at: now)
            }
        }
    }

    /// Follows so many pages; starts again where the history was compacted meanwhile.
    private func follow(
        _ mirror: inout Mirror<Transaction>, _ store: FinanceStore, pages: Int = .max
    ) async throws {
        do {
            try await mirror.follow(store, pages: pages)
        } catch FinanceError.historyTokenInvalid {
            #expect(mirror.faults == [])
            mirror = Mirror()
            try await mirror.follow(store, pages: pages)
        }
    }

    @Test("leaves every reader with what a query shows, and tells nothing twice", arguments: 1...12)
    func agrees(seed: UInt64) async throws {
        let fed = try FedStore()
        var world = World(fed: fed, random: SeededGenerator(seed: seed))
        try await world.change()
        let reader = try ReaderName("budget")
        let book = try fed.book()
        // Pages so small that everything happens in the middle of catching up, too.
        var options = FinanceStore.Options()
        options.pageSize = seed.isMultiple(of: 3) ? 500 : Int(seed % 7) + 1
        let (owner, granted) = (try fed.owner(options), try fed.reader("budget", options))
        var ownerMirror = Mirror<Transaction>()
        var readerMirror = Mirror<Transaction>()
        for turn in 0..<60 {
            try await world.change()
            if world.random.happens(200) { try await world.decide(book, reader) }
            if world.random.happens(100) {
                let now = Make.instant("2026-03-06T09:00:00Z")
                    .addingTimeInterval(Double(world.minutes) * 60)
                _ = try await fed.store.maintain(at: now, keeping: 300)
            }
            if world.random.happens(300) {
                try await follow(&ownerMirror, owner, pages: 2)
                try await follow(&readerMirror, granted, pages: 1)
            }
            if world.random.happens(400) || turn == 59 {
                try await follow(&ownerMirror, owner)
                #expect(ownerMirror.models == (try await owner.shown()))
            }
            if world.random.happens(300) || turn == 59 {
                try await follow(&readerMirror, granted)
                #expect(readerMirror.models == (try await granted.shown()))
            }
        }
        #expect(ownerMirror.faults == [])
        #expect(readerMirror.faults == [])
    }
}
