import Alerts
import Finance
import Foundation
import Store
import TestSupport
import Testing

/// Whatever comes back differently would look like a change at the next poll.
@Suite("Stored values come back exactly", .io)
struct RoundTripTests {
    private let folder = TemporaryFolder()

    static var samples: [TransactionRecord] {
        let plain = Make.observation("-612.35", "2026-03-05", text: "PUMPESTASJON 44", mcc: "5541")
        var withoutText = plain
        withoutText.text = nil
        var emptyText = plain
        emptyText.text = ""
        var nobody = plain
        nobody.counterparty = Counterparty()
        var somebody = plain
        somebody.counterparty = Counterparty(name: "Kari Ås", account: AccountNumber("99990000002"))
        somebody.bankTransactionID = "b-1"
        somebody.isOwnTransfer = true
        var abroad = plain
        abroad.foreign = ForeignAmount(amount: Make.money("3000", "JPY"))
        abroad.merchantName = "Smørbrød & \"Øl\"\n"
        let rows = [
            plain, withoutText, emptyText, nobody, somebody, abroad,
            Make.observation("0.00", "2026-03-05"), Make.observation("10.00", "1969-12-31"),
            Make.reservation("-92233720368547758.07", "2026-03-05"),
        ]
        return rows.map { Make.record($0) } + changed(plain)
    }

    /// Records whose newest bank row says something else than their transaction.
    private static func changed(_ row: TransactionObservation) -> [TransactionRecord] {
        var other = Make.record(row, ordinal: 1)
        other.observation.text = "ANOTHER TEXT"
        other.observation.type = .atm
        var enriched = Make.record(row, isBaseline: true, ordinal: 2)
        enriched.transaction.isOwnTransfer = true
        enriched.transaction.merchantName = "Fjordby"
        enriched.transaction.transactionDescription = "taxi"
        var gone = Make.record(row, ordinal: 3)
        gone.isGone = true
        gone.missedAnswers = 2
        gone.missingSince = Date(timeIntervalSince1970: 1_772_787_600.999)
        var booked = Make.record(row, ordinal: 4)
        booked.transaction.reservedAmount = Make.money("-600.00")
        booked.evidence = MatchEvidence(
            tier: .tolerance, words: "within 10 %", reservedText: nil,
            reservedAmount: Make.money("-600.00"))
        var foreignAccount = Make.record(row, ordinal: 5)
        foreignAccount.observation = Make.observation("1.00", "2026-01-01", account: "elsewhere")
        return [other, enriched, gone, booked, foreignAccount]
    }

    @Test("hundreds of transactions of one answer, each of them and in the history")
    func manyRecords() async throws {
        let store = try folder.makeStore()
        let row = Make.observation("-612.35", "2026-03-05", text: "PUMPESTASJON 44")
        let records = (0..<201).map { Make.record(row, ordinal: $0) }
        try await store.commit(Make.commit(accounts: [Make.accountFacts()], records: records))
        for record in records {
            #expect(try await store.finance.record(of: record.transaction.id) == record)
        }
        let seen = try await store.history(after: nil, limit: .max).rows.map(\.transaction.id)
        #expect(Set(seen) == Set(records.map(\.transaction.id)))
    }

    @Test("transactions with everything that recognises them", arguments: samples)
    func records(record: TransactionRecord) async throws {
        let store = try folder.makeStore()
        let facts = Make.accountFacts()
        try await store.commit(Make.commit(accounts: [facts], records: [record]))
        #expect(try await store.finance.record(of: record.transaction.id) == record)
        // Again over itself, and once more without the evidence.
        var plain = record
        plain.evidence = nil
        try await store.commit(Make.commit(records: [record, plain]))
        #expect(try await store.finance.record(of: record.transaction.id) == plain)
    }

    @Test("accounts of both kinds")
    func accounts() async throws {
        let store = try folder.makeStore()
        var bare = Make.accountFacts(Make.account("a2", booked: nil, number: nil))
        bare.completeAt = nil
        var card = Make.accountFacts(Make.card())
        var credit = AccountCreditInformation(creditLimit: Make.money("30000.00"))
        credit.nextPaymentDueDate = Make.day("2026-03-20")
        credit.minimumNextPaymentAmount = Make.money("250.00")
        credit.overduePaymentAmount = Make.money("0.00", "EUR")
        card.account = .liability(
            LiabilityAccount(details: card.account.details, creditInformation: credit))
        let all = [Make.accountFacts(), bare, card]
        try await store.commit(Make.commit(accounts: all))
        let expected = Dictionary(uniqueKeysWithValues: all.map { ($0.account.id, $0) })
        #expect(try await store.facts().accounts == expected)
        var paid = card
        paid.booked = Make.money("50.00")
        paid.account = Make.card(limit: nil).account
        try await store.commit(Make.commit(accounts: [paid]))
        #expect(try await store.facts().accounts[paid.account.id] == paid)
    }

    @Test("balances with either figure or both, newest first, in pages")
    func balances() async throws {
        let store = try folder.makeStore()
        let early = Make.instant("2026-03-06T08:59:59Z")
        let late = Make.instant("2026-03-06T09:00:00Z")
        let figures: [CurrentBalance] = [
            .booked(try Balance(signed: Make.money("-0.01"), asOf: early)),
            .available(try Balance(signed: Make.money("0.00"), asOf: late)),
            .availableAndBooked(
                available: try Balance(signed: Make.money("5.00"), asOf: early),
                booked: try Balance(signed: Make.money("7.00"), asOf: late.addingTimeInterval(1))),
        ]
        let id = Make.accountID()
        let balances = figures.map { figure in
            AccountBalance(
                accountID: id, currentBalance: figure,
                day: CalendarDay(of: figure.asOfDate, in: Make.oslo), previousRead: early)
        }
        try await store.commit(
            Make.commit(accounts: [Make.accountFacts()], balances: balances + balances))
        let finance = store.finance
        #expect(try await finance.accountBalances(for: id) == balances.reversed())
        let first = try await finance.accountBalances(for: id, limit: 2)
        let rest = try await finance.accountBalances(
            for: id, before: first.last?.currentBalance.asOfDate)
        #expect(first + rest == balances.reversed())
        #expect(try await finance.accountBalances(for: Make.accountID("a9")).isEmpty)
    }

    @Test("scheduled items of each source, until an answer has others")
    func scheduled() async throws {
        let store = try folder.makeStore()
        let item = ScheduledItem(
            bankAccountID: "a1", id: "p1", amount: Make.money("-4999.00"),
            due: Make.day("2026-03-20"), text: nil, kind: .payment)
        try await store.commit(Make.commit(scheduled: [item, item]))
        try await store.commit(Make.commit(scheduled: nil))
        #expect(try await store.finance.scheduledItems(of: Make.source) == [item, item])
        try await store.commit(Make.commit(scheduled: []))
        #expect(try await store.finance.scheduledItems(of: Make.source).isEmpty)
    }
}
