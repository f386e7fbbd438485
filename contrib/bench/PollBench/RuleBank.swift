import Alerts
import Finance
import Foundation
import Rules
import Store

/// An invented bank with two rows a day on each account, and rules on it.
struct RuleBank {
    /// The bank's identifier.
    static let source = "bench"
    private static let rowsADay = 2
    private static let today = CalendarDay(dayNumber: 20_518)
    private static let portion = 5_000
    private let accounts: Int
    private var now = Date(timeIntervalSince1970: 1_772_787_600)
    private let rows: Int
    private var news: [TransactionObservation] = []

    init(rows: Int, accounts: Int) {
        (self.rows, self.accounts) = (rows, accounts)
    }

    /// Rules of every kind whose number a person might let grow.
    static func rules(_ count: Int, accounts: Int) -> RuleSet? {
        let kinds: [(Int) -> String] = [
            { "new debit over \(5_000 + $0)" }, { "new purchase at 'BUTIKK \($0)' over 10" },
            { "balance on each account is under \(100 + $0)" },
            {
                "available on 'Account \($0 % accounts)' is under \(100 + $0), until over \(5_000 + $0)"
            },
            { "spending on each account in the last 30 days is over \(1_000 + $0)" },
            { "spending this month is over \(50_000 + $0)" },
            { "number of purchases on each account in the last 7 days is over \(50 + $0)" },
            { "balance on 'Account \($0 % accounts)' is under \($0) and available is under 5000" },
            { "new purchase over \($0) at a new merchant" },
            { "new debit at 'BUTIKK \($0)' more than 5% above the previous one" },
            { "no debit at 'BUTIKK \($0)' by the 20th" },
            { "2 debits over \(800 + $0 % 100) of the same amount within 3 days" },
        ]
        let rules = (0..<count).map { number in
            let when = kinds[number % kinds.count](number)
            return "{\"id\":\"r\(number)\",\"when\":\"\(when)\",\"notify\":[\"terminal\"]}"
        }
        let file = "{\"version\":1,\"rules\":[\(rules.joined(separator: ","))]}"
        return RulesFile.load(Array(file.utf8), fileName: "rules", channels: ["terminal"]).ruleSet
    }

    /// Stores the past.
    func fill(_ store: SQLiteAlertStore) async throws {
        try await commit([], (0..<accounts).map(facts), to: store)
        for start in stride(from: 0, to: rows, by: Self.portion) {
            let numbers = start..<min(start + Self.portion, rows)
            try await commit(numbers.map(record), [], to: store)
        }
    }

    /// Lets five minutes pass and, if asked for, one purchase happen.
    mutating func advance(isNew: Bool) {
        now += 300
        guard isNew else { return }
        let number = news.count + 1
        news.append(row(account: number % accounts, rows + number, on: Self.today))
    }

    /// What the bank answers now: the rows of today.
    var answer: Snapshot {
        let known = max(0, rows - accounts * Self.rowsADay)..<rows
        return Snapshot(
            source: Self.source, observedAt: now, outcome: .complete,
            accounts: (0..<accounts).map(account),
            transactions: known.map { row(account: $0 % accounts, $0, on: Self.today) } + news,
            scheduled: nil)
    }

    private func account(_ number: Int) -> AccountObservation {
        let spent = news.filter { $0.bankAccountID == "a\(number)" }.count
        let money = Money(minorUnits: Int64(500_000 + number - spent), currency: .nok)
        return AccountObservation(
            details: Self.details(number), kind: .asset, booked: money, available: money,
            coveredFrom: Self.today, isTransactionListComplete: true)
    }

    private static func details(_ number: Int) -> AccountDetails {
        AccountDetails(
            displayName: "Account \(number)", institutionName: source, currency: .nok,
            accountNumber: AccountNumber("9999000\(1_000 + number)"), bankAccountID: "a\(number)")
    }

    private func facts(_ number: Int) -> AccountFacts {
        let own = account(number)
        return AccountFacts(
            account: own.account, booked: own.booked, available: own.available,
            creditLimit: nil, freshAt: now, completeAt: now, firstSeen: now,
            coveredFrom: Self.today.adding(days: -rows / (accounts * Self.rowsADay)))
    }

    private func row(account: Int, _ number: Int, on day: CalendarDay) -> TransactionObservation {
        TransactionObservation(
            bankAccountID: "a\(account)", bankTransactionID: nil,
            amount: Money(minorUnits: -Int64(100 + number % 90_000), currency: .nok),
            status: .booked, date: day, posted: day, text: "BUTIKK \(number % 5_000)",
            merchantName: nil, merchantCategoryCode: nil, type: .pointOfSale, foreign: nil)
    }

    private func record(_ number: Int) -> TransactionRecord {
        let account = number % accounts
        let age = (rows - 1 - number) / (accounts * Self.rowsADay)
        let row = row(account: account, number, on: Self.today.adding(days: -age))
        let transaction = Transaction(
            id: UUID(), accountID: Self.details(account).id, observed: row, firstSeen: now)
        return TransactionRecord(transaction: transaction, observation: row, isBaseline: true)
    }

    private func commit(
        _ records: [TransactionRecord], _ accounts: [AccountFacts], to store: SQLiteAlertStore
    ) async throws {
        let source = SourceFacts(
            id: Self.source, lastSuccess: now, lastComplete: now, lastAttempt: now)
        try await store.commit(
            CycleCommit(
                reconciliation: Reconciliation(
                    source: source, accounts: accounts, balances: [], records: records,
                    changes: FactChanges(observedAt: now), scheduled: nil),
                alerts: AlertLedgerChange(), outbox: []))
    }
}
