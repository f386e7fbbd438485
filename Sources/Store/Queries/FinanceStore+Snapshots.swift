public import Finance
import Foundation
import GRDB

extension FinanceStore {
    /// The accounts that a query selects.
    ///
    /// - Throws: ``FinanceError``.
    public func accounts(query: AccountQuery) async throws -> [Account] {
        try await ask(
            .init(
                order: query.sortDescriptors, predicate: query.predicate, limit: query.limit,
                offset: query.offset))
    }

    /// The balance records that a query selects, of the series that the store keeps.
    ///
    /// - Throws: ``FinanceError``.
    public func accountBalances(query: AccountBalanceQuery) async throws -> [AccountBalance] {
        try await ask(
            .init(
                order: query.sortDescriptors, predicate: query.predicate, limit: query.limit,
                offset: query.offset))
    }

    /// The transactions that a query selects.
    ///
    /// - Throws: ``FinanceError``; ``FinanceError/historyTokenInvalid`` for a
    ///   ``TransactionQuery/upTo`` of another store.
    public func transactions(query: TransactionQuery) async throws -> [Transaction] {
        var question = SnapshotQuery<Transaction>.Question(
            order: query.sortDescriptors, predicate: query.predicate, limit: query.limit,
            offset: query.offset)
        if let token = query.upTo { question.upTo = try await position(of: token) }
        return try await ask(question)
    }

    /// The present point of the history, for ``TransactionQuery/upTo``.
    ///
    /// - Throws: ``FinanceError``.
    public func currentToken() async throws -> HistoryToken {
        let reader = reader
        return try await reading("read the history") { database in
            let state = try HistoryState.read(from: database)
            return HistoryToken(
                HistoryPlace(
                    store: state.store, stream: .accounts, reader: reader, position: state.head))
        }
    }

    /// The number in the sequence of changes that a token of any stream stands for.
    func position(of token: HistoryToken) async throws -> Int64 {
        let reader = reader
        return try await reading("read the history") { database in
            let state = try HistoryState.read(from: database)
            guard let place = token.place, place.reader == reader, state.knows(place) else {
                throw FinanceError.historyTokenInvalid
            }
            return place.position
        }
    }

    private func ask<Model: QueriedModel>(
        _ question: SnapshotQuery<Model>.Question
    ) async throws -> [Model] {
        let (reader, mostRows) = (reader, options.mostRows)
        let query = SnapshotQuery(question)
        for diagnostic in query.diagnostics { options.diagnose(diagnostic) }
        return try await reading("answer a query") { database in
            var query = query
            query.narrow(to: try AccessReader.current(of: reader, from: database))
            return try query.read(from: database, mostRows: mostRows)
        }
    }
}
