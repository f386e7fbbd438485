import Finance
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Predicates in SQL and in Swift", .io)
struct PredicateTests {
    private let folder = TemporaryFolder()

    private func makeStore(
        _ records: [TransactionRecord], _ options: FinanceStore.Options = .init()
    ) async throws -> FinanceStore {
        let store = try folder.makeStore()
        let accounts = ["a1", "a2"].map { Make.accountFacts(Make.account($0)) }
        try await store.commit(Make.commit(accounts: accounts, records: records))
        return FinanceStore(store.connection, options: options)
    }

    @Test("select the same rows, with nothing left to Swift", arguments: 1...6)
    func agree(seed: UInt64) async throws {
        var chance = RandomPredicates(seed: seed)
        let records = (0..<150).map { chance.record($0) }
        let store = try await makeStore(records)
        // As they come back from the database.
        let all = try await store.transactions(query: TransactionQuery())
        #expect(Set(all.map(\.id)) == Set(records.map(\.transaction.id)))
        for _ in 0..<150 {
            let predicate = chance.predicate()
            #expect(PredicateSplit(predicate).untranslated == [])
            let found = try await store.transactions(query: TransactionQuery(predicate: predicate))
            let expected = try all.filter { try predicate.evaluate($0) }
            #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "\(predicate)")
        }
        for leaf in chance.leaves() {
            let found = try await store.transactions(query: TransactionQuery(predicate: leaf))
            #expect(Set(found) == Set(try all.filter { try leaf.evaluate($0) }), "\(leaf)")
        }
    }

    @Test("sort alike", arguments: 1...4)
    func order(seed: UInt64) async throws {
        var chance = RandomPredicates(seed: seed)
        let store = try await makeStore((0..<120).map { chance.record($0) })
        let all = try await store.transactions(query: TransactionQuery())
        for order in Transaction.orders {
            for descriptor in order.descriptors {
                let both = [descriptor, SortDescriptor(\Transaction.id)]
                let query = TransactionQuery(sortDescriptors: both)
                #expect(SnapshotQuery<Transaction>(.init(sortDescriptors: both)).diagnostics == [])
                let sorted = try await store.transactions(query: query)
                #expect(sorted.map(\.id) == all.sorted(using: both).map(\.id), "\(order.sql)")
            }
        }
    }

    @Test("sort by the order that a descriptor has, also if it was made with the other one")
    func changedOrder() async throws {
        var chance = RandomPredicates(seed: 5)
        let store = try await makeStore((0..<60).map { chance.record($0) })
        for order in Transaction.orders {
            for (given, wanted) in zip(order.descriptors, order.descriptors.reversed()) {
                var changed = given
                changed.order = wanted.order
                let found = try await store.transactions(
                    query: TransactionQuery(sortDescriptors: [changed]))
                let expected = try await store.transactions(
                    query: TransactionQuery(sortDescriptors: [wanted]))
                #expect(found.map(\.id) == expected.map(\.id), "\(order.sql)")
            }
        }
    }

    @Test("leave to Swift what SQL can't say, with a diagnostic, a limit and the same answer")
    func residual() async throws {
        let notified = Mutex<[QueryDiagnostic]>([])
        let options = FinanceStore.Options(
            diagnose: { diagnostic in notified.withLock { $0.append(diagnostic) } }, mostRows: 40)
        var chance = RandomPredicates(seed: 7)
        let records = (0..<60).map { chance.record($0) }
        let store = try await makeStore(records, options)
        let account = Make.accountID("a1")
        let predicate = #Predicate<Transaction> {
            $0.accountID == account && $0.transactionAmount.minorUnits + 1 > 501
        }
        let order = [SortDescriptor(\Transaction.transactionAmount.currency.code)]
        let found = try await store.transactions(
            query: TransactionQuery(sortDescriptors: order, predicate: predicate, limit: 5))
        let expected = try records.map(\.transaction).filter { try predicate.evaluate($0) }
            .sorted(using: order)
        #expect(
            found.map(\.transactionAmount.currency)
                == expected.prefix(5).map(\.transactionAmount.currency))
        #expect(notified.withLock { $0 }.map(\.part) == [.predicate, .order])
        #expect(notified.withLock { $0 }.first?.description.contains("Arithmetic") == true)
        let wide = #Predicate<Transaction> { $0.transactionAmount.minorUnits + 1 > 0 }
        await #expect(throws: FinanceError.tooManyRows(limit: 40)) {
            _ = try await store.transactions(query: TransactionQuery(predicate: wide))
        }
    }

    @Test("leave a text with U+0000 to Swift, for which it is not the text before it")
    func zeroCharacters() async throws {
        let notified = Mutex(0)
        let options = FinanceStore.Options(diagnose: { diagnostic in
            #expect(diagnostic.cause == "a text with the character U+0000")
            notified.withLock { $0 += 1 }
        })
        var chance = RandomPredicates(seed: 3)
        let store = try await makeStore((0..<80).map { chance.record($0) }, options)
        let all = try await store.transactions(query: TransactionQuery())
        let (zero, longer, listed) = ("\0", "KAFFE\0zzz", ["KAFFE\0"])
        let predicates: [Predicate<Transaction>] = [
            #Predicate { $0.originalTransactionDescription.contains(zero) },
            #Predicate { $0.originalTransactionDescription == longer },
            #Predicate { $0.originalTransactionDescription != longer },
            #Predicate { $0.originalTransactionDescription.starts(with: longer) },
            #Predicate { $0.originalTransactionDescription < longer },
            #Predicate { listed.contains($0.originalTransactionDescription) },
            #Predicate { ($0.merchantName ?? zero) == zero },
        ]
        for predicate in predicates {
            let found = try await store.transactions(query: TransactionQuery(predicate: predicate))
            let expected = try all.filter { try predicate.evaluate($0) }
            #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "\(predicate)")
        }
        #expect(notified.withLock { $0 } == predicates.count)
    }

    @Test("that fail for a row are an error of their own, which names the property")
    func fails() async throws {
        let store = try await makeStore([Make.record(Make.observation("-5.00", "2026-03-06"))])
        let predicate = #Predicate<Transaction> { $0.merchantCategoryCode!.rawValue == 5_411 }
        let error = await #expect(throws: FinanceError.self) {
            try await store.transactions(query: TransactionQuery(predicate: predicate))
        }
        #expect(
            error
                == .predicateFailed(part: #"'!' on the property \Transaction.merchantCategoryCode"#)
        )
        #expect(error?.localizedDescription.contains("merchantCategoryCode") == true)
        #expect(error?.recoverySuggestion?.contains("'??'") == true)
        let guarded = #Predicate<Transaction> {
            $0.merchantCategoryCode != nil && $0.merchantCategoryCode!.rawValue == 5_411
        }
        #expect(try await store.transactions(query: TransactionQuery(predicate: guarded)).isEmpty)
        let computed = PredicateSplit(#Predicate<Account> { $0.details.displayName == "Yen" })
        #expect(computed.untranslated.allSatisfy { !$0.contains("0x") })
    }

    @Test("on balance records, their days and earlier reads are left to the database")
    func balances() async throws {
        let store = try folder.makeStore()
        let balance = try Make.balance(booked: "1.00", at: "2026-03-06T09:00:00Z")
        let accounts = [Make.accountFacts()]
        try await store.commit(Make.commit(accounts: accounts, balances: [balance]))
        let (day, at) = (balance.day, balance.currentBalance.asOfDate)
        let predicates: [Predicate<AccountBalance>] = [
            #Predicate { $0.day == day }, #Predicate { $0.previousRead == nil },
            #Predicate { $0.currentBalance.asOfDate == at },
            #Predicate { $0.currentBalance.available == nil },
            #Predicate { $0.currentBalance.booked?.amount.minorUnits == 100 },
        ]
        for predicate in predicates {
            #expect(PredicateSplit(predicate).untranslated == [])
            let query = AccountBalanceQuery(predicate: predicate)
            #expect(try await store.finance.accountBalances(query: query) == [balance])
        }
    }

    @Test("bind every value instead of writing it into the statement")
    func binds() async throws {
        let text = "'; DROP TABLE account; --"
        let predicate = #Predicate<Transaction> { $0.merchantName == text }
        let query = SnapshotQuery<Transaction>(.init(predicate: predicate))
        let (sql, arguments) = try await folder.makeStore().connection.read("build") { database in
            try query.statement.build(database)
        }
        #expect(!sql.contains("DROP"))
        #expect(arguments == [text])
    }
}
