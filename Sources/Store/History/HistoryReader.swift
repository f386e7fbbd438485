import Finance
import Foundation
import GRDB

/// Reads the next page of one account's stream for one reader, from one snapshot of the database.
///
/// A reader without a token gets all rows as of the newest change and continues from it. So does a
/// reader whose access changed: it gets the difference between the rows visible before and after.
/// Otherwise changes come in order, several of one row as one. What the access of now hides is not
/// delivered, even if an earlier access showed it.
struct HistoryReader<Model: StoredModel> {
    private typealias Found = HistoryRow<Model>

    /// The most rows of a page.
    private let limit: Int
    private let database: Database
    private let state: HistoryState
    private let access: AccessHistory
    private let account: UUID
    private var page: HistoryChanges<Model>

    /// How many rows are read before a page ends, even if few of them may be shown.
    private static var mostRows: Int { 20_000 }

    /// Makes a reader of the page after a token.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token that does not fit.
    init(
        _ account: UUID, reader: ReaderName?, after token: HistoryToken?, limit: Int,
        in database: Database
    ) throws {
        self.database = database
        self.limit = limit
        self.account = account
        state = try HistoryState.read(from: database)
        access = try AccessReader.history(of: reader, account: account, from: database)
        let stream = HistoryStream(kind: Model.dataType.number, accountID: account)
        page = HistoryChanges(place: try state.place(of: token, stream: stream, reader: reader))
    }

    mutating func read() throws -> HistoryChanges<Model> {
        var seen = 0
        while page.isEmpty, !page.isCaughtUp, seen < Self.mostRows {
            seen += page.place.walk == nil ? try readChanges() : try readWalk()
        }
        return page
    }

    /// Reads the changes up to the next change of access; returns the number of rows read.
    private mutating func readChanges() throws -> Int {
        let position = page.place.position
        let visibility = access.visibility(at: position)
        let next = access.next(after: position)
        let end = next.map { $0.sequence - 1 } ?? state.head
        let rows =
            visibility == .nothing
            ? [] : try Found.fetch(Found.changes, [account, position, end, limit], from: database)
        addAll(rows, visibility)
        if rows.count == limit, let last = rows.last {
            page.place.position = last.sequence
            return rows.count
        }
        page.place.position = end
        page.place.walk = next.map {
            HistoryPlace.Walk(moment: $0.sequence, access: access.access(at: position))
        }
        page.isCaughtUp = next == nil
        return rows.count + 1
    }

    private mutating func addAll(_ rows: [Found], _ visibility: Visibility) {
        var first: [UUID: Found] = [:]
        var last: [UUID: Int] = [:]
        for (index, row) in rows.enumerated() {
            if first[row.id] == nil { first[row.id] = row }
            last[row.id] = index
        }
        for (index, row) in rows.enumerated() where last[row.id] == index {
            guard let start = first[row.id] else { continue }
            let had = start.event != .inserted && visibility.sees(start.dayBefore)
            addIfVisible(row, had: had, visibility)
        }
    }

    private mutating func addIfVisible(_ row: Found, had: Bool, _ visibility: Visibility) {
        let had = had && !page.place.pendingIDs.contains(row.id)
        guard row.event != .deleted, visibility.sees(row.day) else {
            page.place.pendingIDs.remove(row.id)
            if had { page.delete(row.id, row.reason ?? .accessNarrowed) }
            return
        }
        // A row that was hidden meanwhile is reported by the change that hid it.
        guard let model = shownModel(of: row, visibility) else {
            if !had { skip(row.id) }
            return
        }
        page.place.pendingIDs.remove(row.id)
        if had { page.updated.append(model) } else { page.inserted.append(model) }
    }

    /// The row's model, if it may be seen at the place of the page and now.
    private func shownModel(of row: Found, _ visibility: Visibility) -> Model? {
        row.model.flatMap {
            visibility.sees($0.visibleDay) && access.current.sees($0.visibleDay) ? $0 : nil
        }
    }

    /// Remembers a row that was visible but can't be delivered any more, so that its deletion is
    /// not delivered either.
    private mutating func skip(_ id: UUID) {
        // The change that hides the row is still to come. A deletion too many changes nothing for the reader,
        // one too few leaves it with a row that is gone.
        guard page.place.pendingIDs.count < HistoryPlace.mostPending else { return }
        page.place.pendingIDs.insert(id)
    }

    /// Reads the difference that a change of access makes; returns the number of rows read.
    private mutating func readWalk() throws -> Int {
        guard let walk = page.place.walk else { return 0 }
        let before = walk.access.map { access.visibility(at: $0) } ?? .nothing
        let after = access.visibility(at: walk.moment)
        let arguments: StatementArguments = [
            walk.moment, account, walk.cursor, walk.moment, walk.moment, limit,
        ]
        let rows =
            before == after ? [] : try Found.fetch(Found.everything, arguments, from: database)
        for row in rows where row.event != .deleted {
            addChange(row, from: before, to: after)
        }
        if rows.count == limit, let last = rows.last {
            page.place.walk?.cursor = last.sequence
        } else {
            page.place.position = walk.moment
            page.place.walk = nil
        }
        return rows.count + 1
    }

    private mutating func addChange(
        _ row: Found, from before: Visibility, to after: Visibility
    ) {
        let had = before.sees(row.day) && !page.place.pendingIDs.contains(row.id)
        switch (had, after.sees(row.day)) {
        case (true, false):
            page.delete(row.id, after == .nothing ? .accessRevoked : .accessNarrowed)
        case (false, true):
            guard let model = shownModel(of: row, after) else { return skip(row.id) }
            page.place.pendingIDs.remove(row.id)
            page.inserted.append(model)
        case (false, false): page.place.pendingIDs.remove(row.id)
        case (true, true): return
        }
    }
}

/// Reads the changes of the accounts themselves for one reader.
///
/// Accounts are few, so everything since the token is one page: changes of accounts and changes of
/// access in their common order.
enum AccountHistoryReader {
    private struct Presence {
        let id: UUID
        var hadAccount = false
        var hasAccount = false
        var reason: DeletionReason?
        var model: Account?
        var touched: Int64 = 0
    }

    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token that does not fit.
    static func read(
        _ reader: ReaderName?, after token: HistoryToken?, in database: Database
    ) throws -> HistoryChanges<Account> {
        let state = try HistoryState.read(from: database)
        let histories = try AccessReader.histories(of: reader, from: database)
        var page = HistoryChanges<Account>(
            place: try state.place(of: token, stream: .accounts, reader: reader))
        let isFresh = page.place.walk != nil
        let start = isFresh ? 0 : page.place.position
        for presence in try presences(upTo: state.head, since: start, in: database) {
            let access = histories.map { $0[presence.id] ?? AccessHistory() } ?? .owner
            let had = !isFresh && presence.hadAccount && access.visibility(at: start) != .nothing
            let has = presence.hasAccount && access.current != .nothing
            if had, !has {
                let reason = presence.hasAccount ? .accessRevoked : presence.reason ?? .removed
                page.delete(presence.id, reason)
            }
            guard has, let model = presence.model else { continue }
            if !had {
                page.inserted.append(model)
            } else if presence.touched > start {
                page.updated.append(model)
            }
        }
        page.place.position = state.head
        page.place.walk = nil
        page.isCaughtUp = true
        return page
    }

    private static func presences(
        upTo head: Int64, since start: Int64, in database: Database
    ) throws -> [Presence] {
        var found: [Presence] = []
        var places: [UUID: Int] = [:]
        for change in try HistoryRow<Account>.fetch(
            HistoryRow<Account>.allChanges, [head], from: database)
        {
            let place = places[change.id] ?? found.count
            if place == found.count { found.append(Presence(id: change.id)) }
            places[change.id] = place
            found[place].hasAccount = change.event != .deleted
            if change.sequence <= start { found[place].hadAccount = found[place].hasAccount }
            found[place].model = change.model
            found[place].reason = change.reason
            found[place].touched = change.sequence
        }
        return found
    }
}
