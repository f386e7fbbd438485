import Finance
import Foundation
import GRDB

/// A query as it is put to the database, with what is left to Swift.
struct SnapshotQuery<Model: QueriedModel>: Sendable {
    /// What is asked.
    struct Question: Sendable {
        /// The order.
        var order: [SortDescriptor<Model>]
        /// Which rows.
        var predicate: Predicate<Model>?
        /// At most that many.
        var limit: Int?
        /// How many to pass over.
        var offset: Int?
        /// Only what had come up to this number in the sequence of changes.
        var upTo: Int64?
    }

    /// The condition that the database checks.
    private var condition: [SQLFragment]
    /// The order that the database gives.
    private var order: [String]
    /// What Swift checks.
    private let residual: Predicate<Model>?
    /// What Swift sorts by.
    private var residualOrder: [SortDescriptor<Model>]
    private let question: Question
    /// What is left to Swift, in words.
    let diagnostics: [QueryDiagnostic]

    /// Decides what the database does.
    init(_ question: Question) {
        self.question = question
        let predicate = question.predicate.map(PredicateSplit.init)
        condition = predicate?.translated ?? []
        residual = predicate?.untranslated.isEmpty == false ? question.predicate : nil
        var diagnostics =
            predicate?.untranslated.map { QueryDiagnostic(part: .predicate, cause: $0) } ?? []
        let translated = Self.translated(question.order)
        order = translated ?? []
        residualOrder = translated == nil ? question.order : []
        if translated == nil {
            diagnostics.append(QueryDiagnostic(part: .order, cause: "the order of the query"))
        }
        self.diagnostics = diagnostics
        if let presence = Model.presence { condition.append(SQLFragment(presence)) }
        if let upTo = question.upTo { condition.append(Self.hadCome(upTo)) }
    }

    /// Narrows to what a reader may see; `nil` is the owner.
    mutating func narrow(to visible: [UUID: Visibility]?) {
        guard let visible else { return }
        let accounts = visible.map { account, visibility in
            var part = SQLFragment("(\(Model.accountColumn) = ?", [account.databaseValue])
            if let day = Model.dayColumn, let earliest = visibility.earliest, earliest != .min {
                part.sql += " AND \(day) >= ?"
                part.values.append(earliest.databaseValue)
            }
            part.sql += ")"
            return part
        }
        condition.append(
            accounts.isEmpty ? SQLFragment("0") : .format("(%)", .joined(accounts, by: " OR ")))
    }

    /// Asks the database.
    ///
    /// - Throws: ``FinanceError/tooManyRows(limit:)`` if Swift would have to look at more rows.
    func read(from database: Database, mostRows: Int) throws -> [Model] {
        let statement = statement
        let rows = try Row.fetchCursor(
            database, sql: statement.sql, arguments: StatementArguments(statement.values))
        var models: [Model] = []
        var looked = 0
        while models.count < wanted, let row = try rows.next() {
            looked += 1
            guard isLeftToDatabase || looked <= mostRows else {
                throw FinanceError.tooManyRows(limit: mostRows)
            }
            let model = try Model.read(row)
            if try residual?.evaluate(model) ?? true { models.append(model) }
        }
        guard !isLeftToDatabase else { return models }
        if !residualOrder.isEmpty { models = models.sorted(using: residualOrder) }
        return Array(models.dropFirst(offset).prefix(limit))
    }

    /// What is put to the database.
    var statement: SQLFragment {
        let conditions = condition.isEmpty ? [SQLFragment("1")] : condition
        var all = SQLFragment.format(
            "SELECT \(Model.historyColumns) FROM \(Model.table) WHERE %",
            .joined(conditions, by: " AND "))
        all.sql += " ORDER BY " + (order + [Model.lastOrder]).joined(separator: ", ")
        if isLeftToDatabase, question.limit != nil || question.offset != nil {
            all.sql += " LIMIT ? OFFSET ?"
            all.values += [
                (question.limit == nil ? -1 : limit).databaseValue, offset.databaseValue,
            ]
        }
        return all
    }

    private var isLeftToDatabase: Bool { residual == nil && residualOrder.isEmpty }
    private var limit: Int { max(0, question.limit ?? .max) }
    private var offset: Int { max(0, question.offset ?? 0) }

    /// After how many rows enough is read.
    private var wanted: Int {
        guard residualOrder.isEmpty else { return .max }
        return isLeftToDatabase
            ? .max
            : limit.addingReportingOverflow(offset).overflow
                ? .max : limit + offset
    }

    private static func translated(_ order: [SortDescriptor<Model>]) -> [String]? {
        guard !order.isEmpty else { return [] }
        let known = Model.orders
        let found = order.compactMap { wanted in
            known.lazy.compactMap { $0.term(for: wanted) }.first
        }
        return found.count == order.count ? found : nil
    }

    private static func hadCome(_ sequence: Int64) -> SQLFragment {
        SQLFragment(
            """
            r.id NOT IN (SELECT h.entity FROM change h
                WHERE h.sequence > ? AND h.event = 1 AND h.kind = 2)
            """, [sequence.databaseValue])
    }
}
