import Finance
import Foundation
import GRDB

/// Reads the next page of one stream for one reader, at one point in time.
///
/// A reader without a token walks over everything that is there at the newest change and continues
/// from it. So does one whose access changed: the walk gives the difference between what could be
/// seen before and after. In between come the changes in their order, several of one thing as one.
struct HistoryReader<Model: HistoryModel> {
    /// How many things a page has at most.
    let limit: Int
    private let database: Database
    private let state: HistoryState
    private let access: AccessHistory
    private let account: UUID
    private var page: HistoryPage<Model>

    /// How many rows are looked at before a page ends, however few of them may be shown.
    private static var mostRows: Int { 20_000 }

    /// Prepares reading one account's stream after a token.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token that does not fit.
    init(
        _ stream: HistoryStream, reader: ReaderName?, after token: HistoryToken?, limit: Int,
        in database: Database
    ) throws {
        guard let account = stream.accountID else { throw FinanceError.historyTokenInvalid }
        self.database = database
        self.limit = limit
        self.account = account
        state = try HistoryState.read(from: database)
        access = try AccessReader.history(of: reader, account: account, from: database)
        let place = try state.place(of: token, stream: stream, reader: reader)
        page = HistoryPage(at: place)
    }

    mutating func read() throws -> HistoryPage<Model> {
        var seen = 0
        while page.isEmpty, !page.isCaughtUp, seen < Self.mostRows {
            seen += page.place.walk == nil ? try readChanges() : try readWalk()
        }
        return page
    }

    /// Reads what changed up to the next change of access; returns how many rows that were.
    private mutating func readChanges() throws -> Int {
        let position = page.place.position
        let visibility = access.visibility(at: position)
        let next = access.next(after: position)
        let end = next.map { $0.sequence - 1 } ?? state.head
        let rows =
            visibility == .nothing
            ? [] : try fetch(HistoryStatements<Model>.changes, [account, position, end, limit])
        try add(rows, visibility)
        if rows.count == limit, let last = rows.last {
            page.place.position = last.sequence
            return rows.count
        }
        page.place.position = end
        if let next {
            page.place.walk = HistoryPlace.Walk(
                moment: next.sequence, access: access.access(at: position))
        } else {
            page.isCaughtUp = true
        }
        return rows.count + 1
    }

    private mutating func add(_ rows: [HistoryRow<Model>], _ visibility: Visibility) throws {
        var first: [UUID: HistoryRow<Model>] = [:]
        var last: [UUID: Int] = [:]
        for (index, row) in rows.enumerated() {
            if first[row.id] == nil { first[row.id] = row }
            last[row.id] = index
        }
        for (index, row) in rows.enumerated() where last[row.id] == index {
            guard let start = first[row.id] else { continue }
            let had = start.event != .inserted && visibility.sees(start.dayBefore)
            try add(row, had: had, visibility)
        }
    }

    private mutating func add(
        _ row: HistoryRow<Model>, had: Bool, _ visibility: Visibility
    ) throws {
        let had = had && !page.place.unreported.contains(row.id)
        guard row.event != .deleted, visibility.sees(row.day) else {
            page.place.unreported.remove(row.id)
            if had { page.delete(row.id, row.reason ?? .accessNarrowed) }
            return
        }
        // What has moved out of sight meanwhile is reported by the change that moved it.
        guard let model = row.model, visibility.sees(model.visibleDay) else {
            if !had { try skip(row.id) }
            return
        }
        page.place.unreported.remove(row.id)
        if had { page.updated.append(model) } else { page.inserted.append(model) }
    }

    /// Remembers that something was there for the reader but could not be shown any more: its deletion
    /// must not be shown either.
    private mutating func skip(_ id: UUID) throws {
        page.place.unreported.insert(id)
        // So many only where a bank was removed while a reader was in the middle of its rows.
        guard page.place.unreported.count <= HistoryPlace.mostUnreported else {
            throw FinanceError.historyTokenInvalid
        }
    }

    /// Reads the difference that a change of access makes; returns how many rows that were.
    private mutating func readWalk() throws -> Int {
        guard let walk = page.place.walk else { return 0 }
        let before = walk.access.map { access.visibility(at: $0) } ?? .nothing
        let after = access.visibility(at: walk.moment)
        var (count, last) = (0, walk.cursor)
        if before != after {
            let rows = try database.rows(
                HistoryStatements<Model>.everything,
                [walk.moment, account, walk.cursor, walk.moment, walk.moment, limit])
            while let found = try rows.next() {
                let row = try HistoryRow<Model>(row: found)
                (count, last) = (count + 1, row.sequence)
                if row.event != .deleted { try add(row, before, after) }
            }
        }
        if count == limit {
            page.place.walk?.cursor = last
        } else {
            page.place.position = walk.moment
            page.place.walk = nil
        }
        return count + 1
    }

    private mutating func add(
        _ row: HistoryRow<Model>, _ before: Visibility, _ after: Visibility
    ) throws {
        let had = before.sees(row.day) && !page.place.unreported.contains(row.id)
        switch (had, after.sees(row.day)) {
        case (true, false):
            page.delete(row.id, after == .nothing ? .accessRevoked : .accessNarrowed)
        case (false, true):
            guard let model = row.model, after.sees(model.visibleDay) else {
                return try skip(row.id)
            }
            page.place.unreported.remove(row.id)
            page.inserted.append(model)
        case (false, false):
            page.place.unreported.remove(row.id)
        case (true, true):
            return
        }
    }

    private func fetch(
        _ sql: String, _ arguments: StatementArguments
    ) throws -> [HistoryRow<Model>] {
        let statement = try database.cachedStatement(sql: sql)
        return try HistoryRow<Model>.fetchAll(statement, arguments: arguments)
    }
}

/// Where the history of a store begins and ends now.
struct HistoryState: Sendable, Hashable {
    /// The store's own identifier, which tokens carry.
    let store: UUID
    /// The number up to which changes were compacted.
    let compactedTo: Int64
    /// The number of the newest change.
    let head: Int64

    private static let select = """
        SELECT store, compactedTo,
            ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0)
        FROM history
        """

    static func read(from database: Database) throws -> HistoryState {
        guard let row = try Row.fetchOne(database.cachedStatement(sql: select)) else {
            throw RowProblem(table: "history", problem: "no row")
        }
        var reader = RowReader(row, table: "history")
        return HistoryState(
            store: try reader.next(), compactedTo: try reader.next(), head: try reader.next())
    }

    /// The number of the newest change alone.
    static func head(of database: Database) throws -> Int64 {
        try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    }

    /// Whether a place can be gone on from: it is this store's, and not before what was compacted.
    func knows(_ place: HistoryPlace) -> Bool {
        let earliest = min(place.position, place.walk?.moment ?? .max)
        let latest = max(place.position, place.walk?.moment ?? 0)
        return place.store == store && earliest >= compactedTo && latest <= head
    }
}

extension HistoryState {
    /// Where reading continues after a token; without one, at the walk over everything there is.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token of another store, stream or
    ///   reader, a damaged one, and one from before what was compacted.
    func place(
        of token: HistoryToken?, stream: HistoryStream, reader: ReaderName?
    ) throws -> HistoryPlace {
        guard let token else {
            return HistoryPlace(
                store: store, stream: stream, reader: reader, position: head,
                walk: HistoryPlace.Walk(moment: head, access: nil))
        }
        guard let place = token.place, place.stream == stream, place.reader == reader, knows(place)
        else { throw FinanceError.historyTokenInvalid }
        return place
    }
}

/// The statements that read a stream.
enum HistoryStatements<Model: HistoryModel> {
    /// The changes of one account between two numbers, oldest first.
    static var changes: String {
        """
        SELECT \(HistoryRow<Model>.columns)
        FROM change c \(Model.historyJoin("c"))
        WHERE c.kind = \(Model.streamKind.rawValue) AND c.accountID = ?
            AND c.sequence > ? AND c.sequence <= ?
        ORDER BY c.sequence LIMIT ?
        """
    }

    /// Everything of one account that was there at a moment, as it was at that moment.
    ///
    /// The number of each row is the one at which the thing came (for the last time), so that the
    /// walk continues from it; event and day are those of its last change up to the moment. Whether it
    /// went and came again is asked only where it has changed at all.
    static var everything: String {
        """
        SELECT \(Model.historyColumns), b.sequence, b.entity, b.accountID,
            coalesce(c.event, b.event), coalesce(c.day, b.day),
            coalesce(c.dayBefore, b.dayBefore), c.reason
        FROM change b
        LEFT JOIN change c ON c.sequence = (
            SELECT max(l.sequence) FROM change l
            WHERE l.entity = b.entity AND l.sequence > b.sequence AND l.sequence <= ?
                AND l.event <> 1 AND l.kind = b.kind AND l.accountID = b.accountID)
        \(Model.historyJoin("b"))
        WHERE b.kind = \(Model.streamKind.rawValue) AND b.accountID = ? AND b.event = 1
            AND b.sequence > ? AND b.sequence <= ?
            AND (c.sequence IS NULL OR NOT EXISTS (
                SELECT 1 FROM change y
                WHERE y.entity = b.entity AND y.sequence > b.sequence AND y.sequence <= ?
                    AND y.event <> 1 AND y.event = 3 AND y.kind = b.kind
                    AND y.accountID = b.accountID))
        ORDER BY b.sequence LIMIT ?
        """
    }
}
