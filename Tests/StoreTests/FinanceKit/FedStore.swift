import Alerts
import Finance
import Foundation
import Store
import TestSupport

/// A store that is fed by answers of a bank, as the watcher feeds it.
final class FedStore {
    /// The folder of the store.
    let folder: String
    /// The writer.
    let store: SQLiteAlertStore
    private let temporary: TemporaryFolder
    private let zone = Make.oslo
    private var sources: [String: SourceFacts] = [:]

    /// Makes an empty store.
    init() throws {
        temporary = TemporaryFolder()
        folder = temporary.makeStateFolder()
        store = try SQLiteAlertStore.open(folder: folder)
    }

    /// The owner's view, as another process has it.
    func owner(_ options: FinanceStore.Options = .init()) throws -> FinanceStore {
        try FinanceStore.open(folder: folder, options: options)
    }

    /// A reader's view, as another process has it.
    func reader(
        _ name: String = "budget", _ options: FinanceStore.Options = .init()
    ) throws -> FinanceStore {
        try FinanceStore.open(folder: folder, reader: ReaderName(name), options: options)
    }

    /// The owner's book.
    func book() throws -> AccessIndex { try AccessIndex.open(folder: folder) }

    /// Takes one answer: reads input, reconciles, commits.
    @discardableResult
    func take(_ snapshot: Snapshot) async throws -> Reconciliation {
        let input = try await store.reconciliationInput(for: snapshot)
        let facts = sources[snapshot.source] ?? SourceFacts(id: snapshot.source)
        let result = Reconciler.reconcile(snapshot, source: facts, with: input, zone: zone)
        sources[snapshot.source] = result.source
        try await store.commit(
            CycleCommit(reconciliation: result, alerts: AlertLedgerChange(), outbox: []))
        return result
    }

    /// Takes an answer with these rows at an instant, covering everything from 2026-01-01.
    @discardableResult
    func take(
        _ instant: String, _ rows: [TransactionObservation], account: String = "a1",
        booked: String = "1000.00"
    ) async throws -> Reconciliation {
        let accounts = [Make.account(account, booked: booked, from: "2026-01-01")]
        return try await take(Make.snapshot(instant, accounts, rows))
    }
}

/// What a reader keeps that applies every change it is told.
struct Mirror<Model: Identifiable & Sendable> where Model.ID: Sendable {
    /// What it has.
    private(set) var models: [Model.ID: Model] = [:]
    /// Its newest token.
    private(set) var token: FinanceStore.HistoryToken?
    /// The pages it was told.
    private(set) var pages: [HistoryChanges<Model>] = []
    /// What no well-told history does: an insert of what is there, or a change of what is not.
    private(set) var faults: [String] = []

    /// Applies a page.
    mutating func apply(_ page: HistoryChanges<Model>) {
        for id in page.deleted where models.removeValue(forKey: id) == nil {
            faults.append("deleted \(id), which was not there")
        }
        for model in page.inserted where models.updateValue(model, forKey: model.id) != nil {
            faults.append("inserted \(model.id) twice")
        }
        for model in page.updated where models.updateValue(model, forKey: model.id) == nil {
            faults.append("updated \(model.id), which was not there")
        }
        let ids = page.deleted + page.inserted.map(\.id) + page.updated.map(\.id)
        if Set(ids).count != ids.count { faults.append("an identifier twice in one page") }
        token = page.newToken
        pages.append(page)
    }

    /// Forgets its token, keeps what it has.
    mutating func forgetToken() { token = nil }
}

extension Mirror<Transaction> {
    /// Catches up with the transactions of an account; stops after so many pages.
    mutating func follow(
        _ store: FinanceStore, account: UUID = Make.accountID(), pages limit: Int = .max
    ) async throws {
        let history = store.transactionHistory(
            forAccountID: account, since: token, isMonitoring: false)
        var count = 0
        for try await page in history {
            apply(page)
            count += 1
            if count == limit { return }
        }
    }
}

extension FinanceStore {
    /// What a plain query shows of an account, by identifier.
    func shown(_ account: UUID = Make.accountID()) async throws -> [UUID: Transaction] {
        let query = TransactionQuery(predicate: #Predicate { $0.accountID == account })
        return Dictionary(
            uniqueKeysWithValues: try await transactions(query: query).map { ($0.id, $0) })
    }
}
