public import Finance
public import Foundation
import GRDB

extension FinanceStore {
    /// All accounts, by source and name.
    public func accounts() async throws(FinanceError) -> [Account] {
        try await read("read accounts") { database, visible in
            try AccountRow.fetch(AccountRow.selectAll, from: database).map(\.account)
                .filter { visible?[$0.id] != nil || visible == nil }
        }
    }

    /// The accounts with their newest figures, and the state of each bank connection.
    ///
    /// A reader whose access begins after the figures were read gets the account without them.
    public func currentFacts() async throws(FinanceError) -> Facts {
        try await read("read facts") { database, visible in
            var facts = try FactsReader.read(from: database)
            guard let visible else { return facts }
            for (id, account) in facts.accounts {
                facts.accounts[id] = visible[id].map(account.narrowed)
            }
            let sources = Set(facts.accounts.values.map(\.account.institutionName))
            facts.sources = facts.sources.filter { sources.contains($0.key) }
            for id in sources {
                facts.sources[id]?.scheduled?.items.removeAll { !visible.sees($0, of: id) }
            }
            return facts
        }
    }

    /// At most `limit` balance records of one account before an instant, newest first.
    ///
    /// The last one's date gives the next page.
    public func accountBalances(
        for id: UUID, before instant: Date? = nil, limit: Int = 100
    ) async throws(FinanceError) -> [AccountBalance] {
        let end = instant?.milliseconds ?? .max
        let reader = reader
        return try await reading("read balances") { database in
            let visible = try AccessReader.history(of: reader, account: id, from: database).current
            return try BalanceRow.fetch(
                BalanceRow.selectNewest, [id, end, max(0, limit)], from: database
            )
            .filter { visible.sees($0.visibleDay) }
        }
    }

    /// One page of the transactions that match a filter, newest first, after a cursor.
    public func transactions(
        matching filter: TransactionFilter = TransactionFilter(),
        after cursor: TransactionCursor? = nil, limit: Int = 100
    ) async throws(FinanceError) -> TransactionPage {
        try await read("read transactions") { database, visible in
            try TransactionReader.page(
                filter, visible: visible, after: cursor, limit: limit, from: database)
        }
    }

    /// One transaction with its identity evidence, also if it was dropped or removed.
    public func record(of id: UUID) async throws(FinanceError) -> TransactionRecord? {
        let reader = reader
        return try await reading("read a transaction") { database in
            guard let record = try TransactionReader.record(id, from: database) else { return nil }
            let visible = try AccessReader.history(
                of: reader, account: record.transaction.accountID, from: database
            ).current
            return visible.sees(record.transaction.visibleDay) ? record : nil
        }
    }

    /// The scheduled items of one source in the bank's order.
    public func scheduledItems(of source: String) async throws(FinanceError) -> [ScheduledItem] {
        try await read("read scheduled items") { database, visible in
            let items: [ScheduledItem] = try SourceRow.list(
                "scheduled", of: source, from: database)
            guard let visible else { return items }
            return items.filter { visible.sees($0, of: source) }
        }
    }

    /// The payment cards of one source in the bank's order; a reader sees those of its accounts.
    public func paymentCards(of source: String) async throws(FinanceError) -> [PaymentCard] {
        try await read("read payment cards") { database, visible in
            let cards: [PaymentCard] = try SourceRow.list("cards", of: source, from: database)
            guard let visible else { return cards }
            let numbers = Set(
                try AccountRow.fetch(AccountRow.selectAll, from: database).map(\.account)
                    .filter { visible[$0.id] != nil }.compactMap(\.accountNumber))
            return cards.filter { $0.accountNumber.map(numbers.contains) ?? false }
        }
    }

    /// Reads with the visibility of each account; `nil` for the owner.
    private func read<Value: Sendable>(
        _ operation: String,
        _ body: @escaping @Sendable (Database, [UUID: Visibility]?) throws -> Value
    ) async throws(FinanceError) -> Value {
        let reader = reader
        return try await reading(operation) { database in
            try body(database, AccessReader.current(of: reader, from: database))
        }
    }
}

extension FinanceStore {
    /// The records whose identifier begins with a prefix in lower-case hexadecimal; at most
    /// `limit`.
    ///
    /// Only the owner gets any. Gone records are included, because a dropped reservation may still
    /// be booked.
    public func records(
        withPrefix prefix: String, limit: Int = 3
    ) async throws(FinanceError) -> [TransactionRecord] {
        guard reader == nil else { return [] }
        return try await reading("read transactions") { database in
            try TransactionReader.records(withPrefix: prefix, limit: limit, from: database)
        }
    }

    /// The identity questions of an account's transactions that are still open, from a day on; for
    /// the owner.
    public func openQuestions(
        of account: UUID, from day: CalendarDay
    ) async throws(FinanceError) -> [OpenQuestion] {
        guard reader == nil else { return [] }
        let select = ReconciliationInputReader.selectRecent
        return try await reading("read transactions") { database in
            OpenQuestion.among(
                try RecordRow.fetch(select, [account, day.dayNumber], from: database),
                decisions: try DecisionRow.read(account: account, from: database))
        }
    }
}

extension [UUID: Visibility] {
    fileprivate func sees(_ item: ScheduledItem, of source: String) -> Bool {
        self[AccountDetails.id(source: source, bankAccountID: item.bankAccountID)] != nil
    }
}

extension AccountFacts {
    /// Without figures and history of days that a reader may not see.
    fileprivate func narrowed(to visibility: Visibility) -> AccountFacts {
        guard let number = visibility.firstDay else { return self }
        let first = CalendarDay(dayNumber: number)
        var facts = self
        facts.coveredFrom = coveredFrom.map { max($0, first) }
        // The store keeps no zone of the bank; this machine is usually in the same one.
        if CalendarDay(of: freshAt, in: .current) < first {
            (facts.booked, facts.available) = (nil, nil)
        }
        return facts
    }
}
