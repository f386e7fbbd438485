import Finance
import Foundation
import GRDB

/// Reads the next page of one stream for one reader, at one point in time.
///
/// A reader without a token walks over everything that is there at the newest change and goes on
/// from it. So does one whose access changed: the walk tells the difference between what could be
/// seen before and after. In between come the changes in their order, several of one thing as one.
struct HistoryReader<Model: HistoryModel> {
    /// How many things are told at once at most.
    let limit: Int
    private let database: Database
    private let state: HistoryState
    private let access: AccessHistory
    private let account: UUID
    private var page: HistoryPage<Model>

    /// How many rows are looked at before a page ends, however little of them may be told.
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

    /// Reads the next page.
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
        try tell(rows, visibility)
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

    private mutating func tell(_ rows: [HistoryRow<Model>], _ visibility: Visibility) throws {
        var first: [UUID: HistoryRow<Model>] = [:]
        var last: [UUID: Int] = [:]
        for (index, row) in rows.enumerated() {
            if first[row.id] == nil { first[row.id] = row }
            last[row.id] = index
        }
        for (index, row) in rows.enumerated() where last[row.id] == index {
            guard let start = first[row.id] else { continue }
            let had = start.event != .inserted && visibility.sees(start.dayBefore)
            try tell(row, had: had, visibility)
        }
    }

    private mutating func tell(
        _ row: HistoryRow<Model>, had: Bool, _ visibility: Visibility
    ) throws {
        let had = had && !page.place.untold.contains(row.id)
        guard row.event != .deleted, visibility.sees(row.day) else {
            page.place.untold.remove(row.id)
            if had { page.delete(row.id, row.reason ?? .accessNarrowed) }
            return
        }
        // What has moved out of sight meanwhile is told by the change that moved it.
        guard let model = row.model, visibility.sees(model.visibleDay) else {
            if !had { try skip(row.id) }
            return
        }
        page.place.untold.remove(row.id)
        if had { page.updated.append(model) } else { page.inserted.append(model) }
    }

    /// Remembers that something was there for the reader but could not be told any more: it must
    /// not hear of its end either.
    private mutating func skip(_ id: UUID) throws {
        page.place.untold.insert(id)
        // So many only where a bank was removed while a reader was in the middle of its rows.
        guard page.place.untold.count <= HistoryPlace.mostUntold else {
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
            let statement = try database.cachedStatement(sql: HistoryStatements<Model>.everything)
            let rows = try Row.fetchCursor(
                statement,
                arguments: [walk.moment, account, walk.cursor, walk.moment, walk.moment, limit])
            while let found = try rows.next() {
                let row = try HistoryRow<Model>(row: found)
                (count, last) = (count + 1, row.sequence)
                if row.event != .deleted { try tell(row, before, after) }
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

    private mutating func tell(
        _ row: HistoryRow<Model>, _ before: Visibility, _ after: Visibility
    ) throws {
        let had = before.sees(row.day) && !page.place.untold.contains(row.id)
        switch (had, after.sees(row.day)) {
        case (true, false):
            page.delete(row.id, after == .nothing ? .accessRevoked : .accessNarrowed)
        case (false, true):
            guard let model = row.model, after.sees(model.visibleDay) else {
                return try skip(row.id)
            }
            page.place.untold.remove(row.id)
            page.inserted.append(model)
        case (false, false):
            page.place.untold.remove(row.id)
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
