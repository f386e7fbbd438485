import Finance
import Foundation
import GRDB

/// Reads the next page of the stream of accounts for one reader.
///
/// Accounts are few, so everything since the token is one page: changes of accounts and changes of
/// access in their common order.
struct AccountHistoryReader {
    private let database: Database
    private let access: [UUID: AccessHistory]?
    private let state: HistoryState
    private var page: HistoryPage<Account>

    private static let select = """
        SELECT \(HistoryRow<Account>.columns)
        FROM change c \(Account.historyJoin("c"))
        WHERE c.kind = 0 AND c.sequence <= ?
        ORDER BY c.sequence
        """

    private struct Presence {
        var hadAccount = false
        var hasAccount = false
        var reason: DeletionReason?
        var model: Account?
        var touched: Int64 = 0
    }

    /// Prepares reading after a token.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token that does not fit.
    init(reader: ReaderName?, after token: HistoryToken?, in database: Database) throws {
        self.database = database
        state = try HistoryState.read(from: database)
        access = try AccessReader.histories(of: reader, from: database)
        page = HistoryPage(
            at: try state.place(of: token, stream: .accounts, reader: reader))
    }

    mutating func read() throws -> HistoryPage<Account> {
        let start = page.place.walk == nil ? page.place.position : 0
        for (id, presence) in try presences(since: start) { add(id, presence, since: start) }
        page.place.position = state.head
        page.place.walk = nil
        page.isCaughtUp = true
        return page
    }

    private func presences(since start: Int64) throws -> [(UUID, Presence)] {
        var found: [UUID: Presence] = [:]
        var order: [UUID] = []
        let rows = try database.rows(Self.select, [state.head])
        while let row = try rows.next() {
            let change = try HistoryRow<Account>(row: row)
            if found[change.id] == nil { order.append(change.id) }
            var presence = found[change.id] ?? Presence()
            presence.hasAccount = change.event != .deleted
            if change.sequence <= start { presence.hadAccount = presence.hasAccount }
            presence.model = change.model
            presence.reason = change.reason
            presence.touched = change.sequence
            found[change.id] = presence
        }
        return order.compactMap { id in found[id].map { (id, $0) } }
    }

    private mutating func add(_ id: UUID, _ presence: Presence, since start: Int64) {
        let access = access.map { $0[id] ?? AccessHistory(epochs: []) } ?? .owner
        let isFresh = page.place.walk != nil
        let had = !isFresh && presence.hadAccount && access.visibility(at: start) != .nothing
        let has = presence.hasAccount && access.current != .nothing
        switch (had, has) {
        case (true, false):
            page.delete(id, presence.hasAccount ? .accessRevoked : presence.reason ?? .removed)
        case (false, true):
            if let model = presence.model { page.inserted.append(model) }
        case (true, true):
            if presence.touched > start, let model = presence.model { page.updated.append(model) }
        case (false, false):
            return
        }
    }
}
