import Alerts
import Finance
import Foundation
import Store
import TestSupport
import Testing

/// The lines of the conformance list that are about queries and histories, one test each.
@Suite("FinanceKit on Linux: queries and histories", .io)
struct HistoryCheckTests {
    /// So many rows on one day, told apart by their amounts.
    private func rows(_ numbers: ClosedRange<Int>) -> [TransactionObservation] {
        numbers.map { Make.observation("-\($0).00", "2026-03-06", text: "ROW \($0)") }
    }

    private func filled(_ count: Int) async throws -> FedStore {
        let fed = try FedStore()
        try await fed.take("2026-03-06T09:00:00Z", rows(1...count))
        return fed
    }

    private func changes(
        _ fed: FedStore, since token: HistoryToken? = nil
    ) async throws -> [HistoryChanges<Transaction>] {
        let history = try fed.owner().transactionHistory(
            forAccountID: Make.accountID(), since: token, isMonitoring: false)
        var pages: [HistoryChanges<Transaction>] = []
        for try await page in history { pages.append(page) }
        return pages
    }

    @Test("4: two sort keys, limit and offset give stable pages under concurrent inserts")
    func pages() async throws {
        let fed = try await filled(40)
        let owner = try fed.owner()
        let before = try await owner.shown()
        let token = try await owner.currentToken()
        var seen: [Transaction] = []
        for page in 0..<8 {
            seen += try await owner.transactions(
                query: TransactionQuery(
                    sortDescriptors: [
                        SortDescriptor(\.transactionDate, order: .reverse),
                        SortDescriptor(\.transactionAmount.minorUnits),
                    ], limit: 5, offset: page * 5, upTo: token))
            try await fed.take("2026-03-06T1\(page):00:00Z", rows(1...(41 + page)))
        }
        #expect(seen.map(\.transactionAmount.minorUnits) == (1...40).map { Int64($0) * 100 })
        #expect(Set(seen.map(\.id)) == Set(before.keys))
    }

    @Test("5: predicates by status, type and merchant category match any of the list")
    func anyOf() async throws {
        let fed = try FedStore()
        try await fed.take(
            "2026-03-06T09:00:00Z",
            [
                Make.observation("-1.00", "2026-03-06", type: .atm, mcc: "6011"),
                Make.observation("-2.00", "2026-03-06", type: .fee, mcc: "5411"),
                Make.reservation("-3.00", "2026-03-06"),
            ])
        func count(_ predicate: Predicate<Transaction>) async throws -> Int {
            try await fed.owner().transactions(query: TransactionQuery(predicate: predicate)).count
        }
        #expect(try await count(TransactionQuery.predicate(forStatuses: [.pending])) == 1)
        #expect(try await count(TransactionQuery.predicate(forStatuses: [.pending, .booked])) == 3)
        #expect(try await count(TransactionQuery.predicate(forStatuses: [])) == 0)
        #expect(
            try await count(TransactionQuery.predicate(forTransactionTypes: [.atm, .fee])) == 2)
        let codes = ["6011", "5411", "9999"].compactMap { MerchantCategoryCode($0) }
        #expect(try await count(TransactionQuery.predicate(forMerchantCategoryCodes: codes)) == 2)
    }

    @Test("6: from nil the history yields everything once, in pages, each with a token")
    func everything() async throws {
        let fed = try await filled(1_201)
        let pages = try await changes(fed)
        #expect(pages.map(\.inserted.count) == [500, 500, 201])
        #expect(Set(pages.flatMap(\.inserted).map(\.id)).count == 1_201)
        #expect(pages.allSatisfy { $0.updated.isEmpty && $0.deleted.isEmpty })
        #expect(Set(pages.map(\.newToken)).count == 3)
    }

    @Test("7: resuming from each page's token yields exactly the rest")
    func resumes() async throws {
        let fed = try await filled(1_201)
        let pages = try await changes(fed)
        for (index, page) in pages.enumerated() {
            let saved = try JSONEncoder().encode(page.newToken)
            let token = try JSONDecoder().decode(HistoryToken.self, from: saved)
            let rest = try await changes(fed, since: token).flatMap(\.inserted).map(\.id)
            #expect(rest == pages[(index + 1)...].flatMap(\.inserted).map(\.id))
        }
    }

    @Test("8: a crash between apply and saving the token repeats at most one page")
    func repeats() async throws {
        let fed = try await filled(1_201)
        var mirror = Mirror<Transaction>()
        try await mirror.follow(try fed.owner(), pages: 1)
        let saved = mirror.token
        try await mirror.follow(try fed.owner(), pages: 1)
        // The second page was applied, its token lost: it comes again, the same, and no other.
        let again = try await changes(fed, since: saved)
        #expect(again.first?.inserted == mirror.pages[1].inserted)
        #expect(again.flatMap(\.inserted).count == 701)
    }

    @Test("9: monitoring off ends; monitoring on delivers a later write of another process")
    func monitoring() async throws {
        let fed = try await filled(2)
        let token = try #require(try await changes(fed).last?.newToken)
        #expect(try await changes(fed, since: token).isEmpty)
        let history = try fed.owner().transactionHistory(
            forAccountID: Make.accountID(), since: token)
        let following = Task {
            for try await page in history { return page.inserted.map(\.transactionDescription) }
            return []
        }
        try await fed.take("2026-03-06T10:00:00Z", rows(1...3))
        #expect(try await following.value == ["ROW 3"])
    }

    @Test("9b: a poll without news wakes nobody and writes no history")
    func silence() async throws {
        let fed = try await filled(2)
        let touched = fed.folder + "/saldovakt.changed"
        let before = try await fed.owner().currentToken()
        try FileManager.default.removeItem(atPath: touched)
        try await fed.take("2026-03-06T10:00:00Z", rows(1...2))
        #expect(!FileManager.default.fileExists(atPath: touched))
        #expect(try await fed.owner().currentToken() == before)
        try await fed.take("2026-03-07T10:00:00Z", rows(1...2))
        // The first poll of a day keeps one balance record.
        let query = AccountBalanceQuery()
        #expect(try await fed.owner().accountBalances(query: query).count == 2)
        #expect(FileManager.default.fileExists(atPath: touched))
    }

    @Test("10: insert and update coalesce, insert and delete vanish, update and delete is a delete")
    func coalesces() async throws {
        let fed = try await filled(1)
        let start = try #require(try await changes(fed).last?.newToken)
        let known = try #require(try await fed.owner().shown().keys.first)
        func commit(_ records: TransactionRecord...) async throws {
            try await fed.store.commit(Make.commit(records: records))
        }
        var inserted = Make.record(Make.observation("-7.00", "2026-03-06"))
        try await commit(inserted)
        inserted.transaction.transactionDescription = "NEW NAME"
        try await commit(inserted)
        var vanished = Make.record(Make.observation("-8.00", "2026-03-06"))
        try await commit(vanished)
        vanished.isGone = true
        try await commit(vanished)
        var old = try #require(try await fed.owner().record(of: known))
        old.transaction.transactionDescription = "CHANGED"
        try await commit(old)
        let middle = try await changes(fed, since: start)
        #expect(middle.flatMap(\.updated).map(\.id) == [known])
        old.isGone = true
        try await commit(old)
        let pages = try await changes(fed, since: start)
        #expect(pages.count == 1)
        #expect(pages[0].inserted.map(\.transactionDescription) == ["NEW NAME"])
        #expect(pages[0].updated.isEmpty)
        #expect(pages[0].deleted == [known])
        #expect(pages[0].deletionReasons == [known: .removed])
        old.isGone = false
        try await commit(old)
        #expect(try await changes(fed, since: start)[0].updated.map(\.id) == [known])
    }

    @Test("11: an identifier never appears twice in one change set")
    func once() async throws {
        let fed = try await filled(3)
        var mirror = Mirror<Transaction>()
        var record = Make.record(Make.observation("-7.00", "2026-03-06"))
        for turn in 0..<12 {
            record.isGone = turn % 3 == 2
            record.transaction.transactionDescription = "TURN \(turn)"
            try await fed.store.commit(Make.commit(records: [record]))
            if turn % 5 == 4 { try await mirror.follow(try fed.owner()) }
        }
        try await mirror.follow(try fed.owner())
        #expect(mirror.faults == [])
        #expect(mirror.models == (try await fed.owner().shown()))
    }

    @Test("12: compaction makes an old token invalid; a fresh replay equals the snapshot")
    func compacts() async throws {
        let fed = try await filled(20)
        let old = try #require(try await changes(fed).last?.newToken)
        var changed = rows(1...20)
        for index in 0..<10 { changed[index].merchantName = "M \(index)" }
        try await fed.take("2026-03-06T10:00:00Z", changed)
        for day in 7...9 {
            try await fed.take("2026-03-0\(day)T09:00:00Z", Array(changed.dropLast()))
        }
        let now = Make.instant("2026-12-01T00:00:00Z")
        let report = try await fed.store.maintain(at: now)
        #expect(report.compactedChanges > 0)
        await #expect(throws: FinanceError.historyTokenInvalid) {
            _ = try await changes(fed, since: old)
        }
        // What went meanwhile is not named again, so the advice is to forget it.
        let advice = FinanceError.historyTokenInvalid.recoverySuggestion
        #expect(advice?.contains("and the rows that you have of this stream") == true)
        var mirror = Mirror<Transaction>()
        try await mirror.follow(try fed.owner())
        #expect(mirror.models == (try await fed.owner().shown()))
        #expect(mirror.models.count == 19)
        #expect(try await fed.store.maintain(at: now).compactedChanges == 0)
    }

    @Test("13: a token of another store, stream, account or reader is refused")
    func foreignTokens() async throws {
        let (fed, other) = (try await filled(2), try await filled(2))
        let token = try #require(try await changes(fed).last?.newToken)
        await #expect(throws: FinanceError.historyTokenInvalid) {
            _ = try await changes(other, since: token)
        }
        let owner = try fed.owner()
        func refuses<Model>(_ history: FinanceStore.History<Model>) async {
            await #expect(throws: FinanceError.historyTokenInvalid) {
                for try await _ in history {}
            }
        }
        let account = Make.accountID()
        await refuses(owner.accountHistory(since: token, isMonitoring: false))
        await refuses(
            owner.accountBalanceHistory(forAccountID: account, since: token, isMonitoring: false))
        await refuses(
            owner.transactionHistory(forAccountID: UUID(), since: token, isMonitoring: false))
        await refuses(
            try fed.reader().transactionHistory(
                forAccountID: account, since: token, isMonitoring: false))
    }

    @Test("14: a damaged token is refused with the same error and no crash")
    func damagedTokens() async throws {
        let fed = try await filled(2)
        let token = try #require(try await changes(fed).last?.newToken)
        var texts = ["", "svh1-", "svh1-.", "x", String(repeating: "é", count: 5_000)]
        for index in token.text.indices {
            var text = token.text
            text.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            texts.append(text)
            texts.append(String(token.text[..<index]))
        }
        for text in texts where text != token.text {
            await #expect(throws: FinanceError.historyTokenInvalid) {
                _ = try await changes(fed, since: HistoryToken(text: text))
            }
        }
    }
}
