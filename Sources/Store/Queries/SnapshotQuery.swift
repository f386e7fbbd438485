public import Finance
import Foundation
import GRDB

/// A query for the database, with the parts that are left to Swift.
struct SnapshotQuery<Model: StoredModel>: Sendable {
    private var condition: [SQL]
    private let order: [String]
    private let residual: Predicate<Model>?
    private let residualOrder: [SortDescriptor<Model>]
    private let question: FinanceQuery<Model>
    /// The parts that are left to Swift, in words.
    let diagnostics: [QueryDiagnostic]

    /// Splits a query between the database and Swift.
    ///
    /// - Parameter upTo: the sequence number of the change after which rows are left out.
    init(_ question: FinanceQuery<Model>, upTo: Int64? = nil) {
        self.question = question
        let predicate = question.predicate.map(PredicateSplit.init)
        let untranslated = predicate?.untranslated ?? []
        condition = predicate?.translated ?? []
        residual = untranslated.isEmpty ? nil : question.predicate
        let translated = Self.translated(question.sortDescriptors)
        order = translated ?? []
        residualOrder = translated == nil ? question.sortDescriptors : []
        diagnostics =
            untranslated.map { QueryDiagnostic(part: .predicate, cause: $0) }
            + (translated == nil
                ? [QueryDiagnostic(part: .order, cause: "the order of the query")] : [])
        if let presence = Model.presence { condition.append(SQL(sql: presence)) }
        guard let upTo else { return }
        condition.append(
            """
            r.id NOT IN (SELECT h.entity FROM change h
                WHERE h.sequence > \(upTo) AND h.event = 1 AND h.kind = 2)
            """)
    }

    /// Narrows the query to what a reader may see; `nil` is the owner.
    mutating func narrow(to visible: [UUID: Visibility]?) {
        guard let visible else { return }
        let accounts = visible.map { account, visibility in
            var part: SQL = "(\(sql: Model.accountColumn) = \(account)"
            if let day = Model.dayColumn, let earliest = visibility.firstDay {
                part.append(literal: " AND \(sql: day) >= \(earliest)")
            }
            part.append(sql: ")")
            return part
        }
        condition.append(
            accounts.isEmpty ? "0" : "(\(literal: accounts.joined(separator: " OR ")))")
    }

    /// Runs the query.
    ///
    /// - Throws: ``FinanceError/tooManyRows(limit:)`` if Swift would have to check more rows,
    ///   ``FinanceError/predicateFailed(part:)`` if it can't check one.
    func read(from database: Database, mostRows: Int) throws -> [Model] {
        let (sql, arguments) = try statement.build(database)
        let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        var models: [Model] = []
        var looked = 0
        while models.count < wanted, let row = try rows.next() {
            looked += 1
            guard isLeftToDatabase || looked <= mostRows else {
                throw FinanceError.tooManyRows(limit: mostRows)
            }
            let found = try UnreadableRows.read(row, table: Model.table, Model.read)
            if let model = found, try isWanted(model) { models.append(model) }
        }
        guard !isLeftToDatabase else { return models }
        if !residualOrder.isEmpty { models = models.sorted(using: residualOrder) }
        return Array(models.dropFirst(offset).prefix(limit))
    }

    private func isWanted(_ model: Model) throws(FinanceError) -> Bool {
        do { return try residual?.evaluate(model) ?? true } catch {
            let parts = diagnostics.filter { $0.part == .predicate }.map(\.cause)
            throw .predicateFailed(part: parts.joined(separator: ", "))
        }
    }

    var statement: SQL {
        let conditions = condition.isEmpty ? ["1"] : condition
        let order = (order + [Model.lastOrder]).joined(separator: ", ")
        let all: SQL = """
            SELECT \(sql: Model.columns) FROM \(sql: Model.table) r \
            WHERE \(literal: conditions.joined(separator: " AND ")) ORDER BY \(sql: order)
            """
        guard isLeftToDatabase, question.limit != nil || question.offset != nil else { return all }
        return "\(literal: all) LIMIT \(question.limit == nil ? -1 : limit) OFFSET \(offset)"
    }

    private var isLeftToDatabase: Bool { residual == nil && residualOrder.isEmpty }
    private var limit: Int { max(0, question.limit ?? .max) }
    private var offset: Int { max(0, question.offset ?? 0) }

    /// How many rows are enough.
    private var wanted: Int {
        guard residualOrder.isEmpty, !isLeftToDatabase else { return .max }
        let (end, overflow) = limit.addingReportingOverflow(offset)
        return overflow ? .max : end
    }

    private static func translated(_ order: [SortDescriptor<Model>]) -> [String]? {
        let known = Model.orders
        let found = order.compactMap { wanted in
            known.lazy.compactMap { $0.term(for: wanted) }.first
        }
        return found.count == order.count ? found : nil
    }
}

extension FinanceStore {
    /// The accounts that a query selects.
    ///
    /// - Throws: ``FinanceError``.
    public func accounts(query: AccountQuery) async throws(FinanceError) -> [Account] {
        try await ask(query)
    }

    /// The balance records that a query selects, of the series that the store keeps.
    ///
    /// - Throws: ``FinanceError``.
    public func accountBalances(query: AccountBalanceQuery) async throws(FinanceError)
        -> [AccountBalance]
    {
        try await ask(query)
    }

    /// The transactions that a query selects.
    ///
    /// - Throws: ``FinanceError``; ``FinanceError/historyTokenInvalid`` for a
    ///   ``TransactionQuery/upTo`` of another store.
    public func transactions(query: TransactionQuery) async throws(FinanceError) -> [Transaction] {
        try await ask(query)
    }

    /// The present point of the history, for ``TransactionQuery/upTo``.
    ///
    /// - Throws: ``FinanceError``.
    public func currentToken() async throws(FinanceError) -> HistoryToken {
        let reader = reader
        return try await reading("read the history") { database in
            let state = try HistoryState.read(from: database)
            return HistoryToken(
                HistoryPlace(
                    store: state.store, stream: .accounts, reader: reader, position: state.head))
        }
    }

    /// The sequence number that a token of any stream refers to.
    func position(of token: HistoryToken) async throws(FinanceError) -> Int64 {
        let reader = reader
        return try await reading("read the history") { database in
            let state = try HistoryState.read(from: database)
            guard let place = token.place, place.reader == reader, state.knows(place) else {
                throw FinanceError.historyTokenInvalid
            }
            return place.position
        }
    }

    private func ask<Model: StoredModel>(_ question: FinanceQuery<Model>) async throws(FinanceError)
        -> [Model]
    {
        let (reader, mostRows) = (reader, options.mostRows)
        var upTo: Int64?
        if let point = question.point { upTo = try await position(of: point) }
        let query = SnapshotQuery(question, upTo: upTo)
        for diagnostic in query.diagnostics { options.diagnose(diagnostic) }
        return try await reading("answer a query") { database in
            var query = query
            query.narrow(to: try AccessReader.current(of: reader, from: database))
            return try query.read(from: database, mostRows: mostRows)
        }
    }
}

/// A part of a query that the database could not evaluate.
///
/// The answer is correct nevertheless: Swift checks the rows that the rest of the query selects.
/// That costs more, and more than ``FinanceStore/Options/mostRows`` rows are refused.
public struct QueryDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The part that was left to Swift.
    public enum Part: String, Sendable, Hashable {
        case predicate
        case order
    }

    public let part: Part
    /// The operation or property, in words.
    public let cause: String

    /// One line for a log.
    public var description: String {
        switch part {
        case .predicate: "\(cause) is evaluated row by row, not by the database"
        case .order: "\(cause) is sorted in memory, not by the database"
        }
    }
}
