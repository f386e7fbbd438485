import Finance
import Foundation
import GRDB

/// Which kinds of data have changed for a reader.
enum ChangedKinds {
    private static let select = """
        SELECT kind, accountID, entity, day, dayBefore FROM change WHERE sequence > ?
        """

    /// The kinds that changed after a number of the sequence, and the newest number.
    static func read(
        since position: Int64, reader: ReaderName?, from database: Database
    ) throws -> (kinds: Set<BackgroundDataType>, head: Int64) {
        let visible = try AccessReader.current(of: reader, from: database)
        let statement = try database.cachedStatement(sql: select)
        let rows = try Row.fetchCursor(statement, arguments: [position])
        var kinds: Set<BackgroundDataType> = []
        while kinds.count < BackgroundDataType.allCases.count, let row = try rows.next() {
            kinds.formUnion(try self.kinds(row, reader: reader, visible))
        }
        return (kinds, try HistoryState.head(of: database))
    }

    private static func kinds(
        _ row: Row, reader: ReaderName?, _ visible: [UUID: Visibility]?
    ) throws -> Set<BackgroundDataType> {
        let kind = HistoryStream.Kind(rawValue: row["kind"])
        guard let kind else {
            // What a reader may see has changed, so anything may look different to it.
            let name = String.fromDatabaseValue(row["entity"])
            return name == reader?.text ? Set(BackgroundDataType.allCases) : []
        }
        let visibility = visible.map { $0[row["accountID"]] ?? .nothing } ?? .everything
        let isSeen =
            kind == .accounts
            ? visibility != .nothing
            : visibility.sees(row["day"]) || visibility.sees(row["dayBefore"])
        return isSeen ? [kind.dataType] : []
    }
}

extension HistoryStream.Kind {
    /// The kind as wake-ups name it.
    fileprivate var dataType: BackgroundDataType {
        switch self {
        case .accounts: .accounts
        case .accountBalances: .accountBalances
        case .transactions: .transactions
        }
    }
}
