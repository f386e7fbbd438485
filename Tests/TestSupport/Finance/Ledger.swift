public import Finance
public import Foundation

/// A store in memory that holds what reconciliation gives, for tests of everything above it.
///
/// ```swift
/// var ledger = Ledger()
/// ledger.take(Make.snapshot("2026-03-06T09:00:00Z", [Make.account()], rows))
/// let news = ledger.take(later).changes.transactions
/// ```
public struct Ledger: Sendable {
    /// What is held.
    public private(set) var stored = ReconciliationInput()
    /// The facts of the one source.
    public private(set) var source: SourceFacts
    /// Every balance record, oldest first.
    public private(set) var balances: [AccountBalance] = []
    /// Every change, oldest first.
    public private(set) var history: [TransactionChange] = []
    private let zone: TimeZone

    /// Makes an empty store for one source.
    public init(source: String = Make.source, zone: TimeZone = Make.oslo) {
        self.source = SourceFacts(id: source)
        self.zone = zone
    }

    /// What an answer would change; nothing is kept.
    public func reading(_ snapshot: Snapshot) -> Reconciliation {
        let needed = input(for: snapshot)
        return Reconciler.reconcile(snapshot, source: source, with: needed, zone: zone)
    }

    /// What a store would load for this answer: see ``ReconciliationInput/firstDayNeeded(for:)``.
    public func input(for snapshot: Snapshot) -> ReconciliationInput {
        var needed = ReconciliationInput(accounts: stored.accounts, decisions: stored.decisions)
        for (account, first) in ReconciliationInput.firstDayNeeded(for: snapshot) {
            needed.records[account] = stored.records[account]?.filter { record in
                let isOpen = record.observation.status.isReservation && !record.isGone
                let last = record.observation.posted ?? record.observation.date
                return isOpen || max(last, record.transaction.transactionDate) >= first
            }
        }
        return needed
    }

    /// Reconciles an answer, keeps the result and returns it.
    @discardableResult
    public mutating func take(_ snapshot: Snapshot) -> Reconciliation {
        let result = reading(snapshot)
        source = result.source
        for account in result.accounts { stored.accounts[account.account.id] = account }
        for record in result.records { keep(record) }
        for decision in result.decisions {
            stored.decisions.removeAll { $0.id == decision.id }
            stored.decisions.append(decision)
        }
        balances += result.balances
        history += result.changes.transactions
        return result
    }

    /// Notes what a person decided, for the next answer.
    public mutating func decide(
        _ kind: IdentityDecision.Kind, _ first: UUID, _ second: UUID? = nil, account: String = "a1"
    ) {
        stored.decisions.append(
            IdentityDecision(
                id: Int64(stored.decisions.count + 1), kind: kind,
                accountID: Make.accountID(account, source: source.id), first: first,
                second: second, decidedAt: .distantPast))
    }

    /// The records of an account, gone ones included.
    public func records(_ account: String = "a1") -> [TransactionRecord] {
        stored.records[Make.accountID(account, source: source.id)] ?? []
    }

    /// The transactions of an account that are there, oldest first.
    public func transactions(_ account: String = "a1") -> [Transaction] {
        records(account).filter { !$0.isGone }.map(\.transaction)
            .sorted {
                ($0.transactionDate, $0.id.uuidString) < ($1.transactionDate, $1.id.uuidString)
            }
    }

    private mutating func keep(_ record: TransactionRecord) {
        let account = record.transaction.accountID
        let id = record.transaction.id
        let known = stored.records[account, default: []].firstIndex { $0.transaction.id == id }
        if let known {
            stored.records[account]?[known] = record
        } else {
            stored.records[account, default: []].append(record)
        }
    }
}
