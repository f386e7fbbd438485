import Alerts
public import Finance
import Foundation
import GRDB

/// Reads the stored rows that reconciling one answer needs.
enum ReconciliationInputReader {
    /// The records whose day or posting day is not before a day, gone ones included.
    static let selectRecent = "\(RecordRow.select) WHERE r.accountID = ? AND r.latestDay >= ?"
    /// The open reservations before a day.
    static let selectOpen = """
        \(RecordRow.select)
        WHERE r.accountID = ? AND r.isGone = 0 AND r.status IN ('authorized', 'pending')
            AND r.latestDay < ?
        """

    /// All accounts of the answer's source, and the records that the answer can touch.
    static func read(for snapshot: Snapshot, from database: Database) throws -> ReconciliationInput
    {
        var input = ReconciliationInput()
        let own = AccountRow.selectOfSource
        for facts in try AccountRow.fetch(own, [snapshot.source], from: database) {
            input.accounts[facts.account.id] = facts
        }
        let days = ReconciliationInput.firstDayNeeded(for: snapshot)
        for account in snapshot.accounts {
            let id = account.details.id
            // Without a day, only open reservations can belong to the answer.
            let day = days[id]?.dayNumber ?? Int(Int32.max)
            input.records[id] =
                try RecordRow.fetch(selectRecent, [id, day], from: database)
                + RecordRow.fetch(selectOpen, [id, day], from: database)
            try addDecisions(about: id, to: &input, from: database)
        }
        try addOthers(than: snapshot, to: &input, from: database)
        return input
    }

    /// Adds the rows of other banks that may be the other half of an own transfer.
    private static func addOthers(
        than snapshot: Snapshot, to input: inout ReconciliationInput, from database: Database
    ) throws {
        guard snapshot.outcome.hasFacts else { return }
        let first = ReconciliationInput.firstDayElsewhere(for: snapshot).dayNumber
        let others = AccountRow.selectOfOthers
        for facts in try AccountRow.fetch(others, [snapshot.source], from: database) {
            input.otherAccounts.append(facts.account)
            input.otherRecords += try RecordRow.fetch(
                selectRecent, [facts.account.id, first], from: database)
        }
    }

    /// Adds a person's decisions, with the records that are to be joined or split.
    private static func addDecisions(
        about account: UUID, to input: inout ReconciliationInput, from database: Database
    ) throws {
        let decisions = try DecisionRow.read(account: account, from: database)
        guard !decisions.isEmpty else { return }
        input.decisions += decisions
        var known = Set(input.records[account]?.map(\.transaction.id) ?? [])
        let open = decisions.filter { $0.appliedAt == nil }
        for id in open.flatMap({ [$0.first, $0.second].compactMap { $0 } }) {
            guard known.insert(id).inserted,
                let record = try TransactionReader.record(id, from: database)
            else { continue }
            input.records[account, default: []].append(record)
        }
    }
}

/// Reads the current facts.
enum FactsReader {
    /// All accounts and sources.
    static func read(from database: Database) throws -> Facts {
        var facts = Facts()
        for account in try AccountRow.fetch(AccountRow.selectAll, from: database) {
            facts.accounts[account.account.id] = account
        }
        for source in try SourceRow.readAll(from: database) { facts.sources[source.id] = source }
        return facts
    }
}

/// Reads transactions by day.
enum TransactionReader {
    /// All transactions from a day on that are not gone, oldest first.
    static let selectSince = """
        SELECT \(Transaction.columns) FROM transactionRecord r
        WHERE r.isGone = 0 AND r.day >= ?
        ORDER BY r.day, r.firstSeenMs, r.id
        """
    /// The transactions of some days before a cursor, newest first.
    static let selectPage = selectPage(where: "r.isGone = 0")
    /// The same for one account.
    static let selectPageOfAccount = selectPage(where: "r.isGone = 0 AND r.accountID = ?")
    static let selectRecord = "\(RecordRow.select) WHERE r.id = ?"

    private static let selectBetween =
        "\(RecordRow.select) WHERE r.id BETWEEN ? AND ? ORDER BY r.id LIMIT ?"

    private static func selectPage(where condition: String) -> String {
        """
        SELECT \(Transaction.columns) FROM transactionRecord r
        WHERE \(condition) AND r.day >= ? AND (r.day, r.firstSeenMs, r.id) < (?, ?, ?)
        ORDER BY \(Transaction.lastOrder)
        """
    }

    /// One page of the transactions that match a filter and that a reader may see.
    static func page(
        _ filter: TransactionFilter, visible: [UUID: Visibility]?, after cursor: TransactionCursor?,
        limit: Int, from database: Database
    ) throws -> TransactionPage {
        let match = TransactionMatch(
            filter: filter, text: FoldedText(filter.text), visible: visible)
        let rows = try rows(filter, after: cursor, from: database)
        var transactions: [Transaction] = []
        while transactions.count < limit, let row = try rows.next() {
            let found = try UnreadableRows.read(row, table: Transaction.table, Transaction.read)
            if let found, match.accepts(found) { transactions.append(found) }
        }
        let last = transactions.last.map(TransactionCursor.init(after:))
        return TransactionPage(
            transactions: transactions,
            next: transactions.count < limit ? nil : last ?? cursor ?? .beginning)
    }

    /// One record with its evidence, gone ones included.
    static func record(_ id: UUID, from database: Database) throws -> TransactionRecord? {
        try RecordRow.fetch(selectRecord, [id], from: database).first
    }

    /// Records by the beginning of their identifier; dashes are ignored.
    static func records(
        withPrefix prefix: String, limit: Int, from database: Database
    ) throws -> [TransactionRecord] {
        let digits = prefix.lowercased().filter { $0 != "-" }
        guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit), digits.count <= 32 else {
            return []
        }
        let missing = 32 - digits.count
        let first = data(digits + String(repeating: "0", count: missing))
        let last = data(digits + String(repeating: "f", count: missing))
        return try RecordRow.fetch(selectBetween, [first, last, limit], from: database)
    }

    private static func data(_ hexadecimal: String) -> Data {
        var value = UInt128(hexadecimal, radix: 16)?.bigEndian ?? 0
        return withUnsafeBytes(of: &value) { Data($0) }
    }

    private static func rows(
        _ filter: TransactionFilter, after cursor: TransactionCursor?, from database: Database
    ) throws -> RowCursor {
        let first = filter.from?.dayNumber ?? Int(Int32.min)
        let afterLast = min(filter.to?.dayNumber ?? .max, Int(Int32.max)) + 1
        // Without a cursor, reading begins right before the first instant of the day after.
        var place: StatementArguments = [afterLast, Int64.min, Data()]
        if let cursor, cursor.day.dayNumber < afterLast {
            place = [cursor.day.dayNumber, cursor.firstSeenMs, cursor.id]
        }
        guard let account = filter.account else {
            return try database.rows(selectPage, [first] + place)
        }
        return try database.rows(selectPageOfAccount, [account, first] + place)
    }
}

/// A filter with its text folded once for many transactions.
private struct TransactionMatch {
    let filter: TransactionFilter
    let text: FoldedText
    let visible: [UUID: Visibility]?

    func accepts(_ transaction: Transaction) -> Bool {
        if let visible {
            let visibility = visible[transaction.accountID] ?? .nothing
            guard visibility.sees(transaction.visibleDay) else { return false }
        }
        guard filter.acceptsApartFromText(transaction) else { return false }
        guard !text.isEmpty else { return true }
        return TransactionFilter.searchedTexts(of: transaction).contains { $0.contains(text) }
    }
}

/// Reads everything that is stored, page by page.
enum StoredTransactionReader {
    /// A page after a row, in the order in which rows were first written.
    static let select = """
        SELECT \(Transaction.columns), r.isBaseline, r.isGone, r.rowid
        FROM transactionRecord r WHERE r.rowid > ? ORDER BY r.rowid LIMIT ?
        """

    /// Reads up to `limit` rows after a place.
    static func page(
        after place: Int64?, limit: Int, from database: Database
    ) throws -> StoredTransactionPage {
        let cursor = try database.rows(select, [place ?? Int64.min, Int64(limit)])
        var rows: [StoredTransaction] = []
        var last: Int64?
        var count = 0
        while let row = try cursor.next() {
            count += 1
            last = row["rowid"]
            let stored = try UnreadableRows.read(row, table: Transaction.table) { reader in
                StoredTransaction(
                    try Transaction.read(&reader), isBaseline: try reader.next(),
                    isGone: try reader.next())
            }
            if let stored { rows.append(stored) }
        }
        return StoredTransactionPage(rows: rows, next: count < limit ? nil : last)
    }
}

/// A page of a list of transactions.
public struct TransactionPage: Sendable, Hashable {
    /// The transactions, newest first.
    public let transactions: [Transaction]
    /// Where the next page begins, which may be empty; `nil` if there is none.
    public let next: TransactionCursor?
}

/// A place in a list of transactions, after which the next page begins.
///
/// It names the last transaction shown rather than a count. Rows that arrive meanwhile therefore
/// neither repeat nor hide others.
public struct TransactionCursor: Sendable, Hashable, Codable {
    let day: CalendarDay
    /// When it was first seen, in milliseconds since 1970.
    let firstSeenMs: Int64
    let id: UUID

    /// The place before every transaction: the end of the year 9999.
    static let beginning = TransactionCursor(
        day: CalendarDay(dayNumber: 2_932_896), firstSeenMs: .max,
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}

extension TransactionCursor {
    /// The place right after a transaction.
    public init(after transaction: Transaction) {
        self.init(
            day: transaction.transactionDate, firstSeenMs: transaction.firstSeen.milliseconds,
            id: transaction.id)
    }
}
