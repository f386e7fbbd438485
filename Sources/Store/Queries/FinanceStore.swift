import Alerts
import Finance
import GRDB

/// The accounts, balances and transactions that were read from the banks, to query and to follow.
///
/// Names and shape follow FinanceKit's store of the same name. Reading never disturbs a running
/// `saldovakt watch`, and each answer is of one point in time. Opened with a reader's name, it
/// shows what the owner has granted that reader. Between programs of one Unix user that is no
/// protection: each can read the file itself.
///
/// ```swift
/// let store = try FinanceStore.open(folder: "/home/ada/.local/state/saldovakt")
/// for account in try await store.accounts() { print(account.displayName) }
/// ```
public final class FinanceStore: Sendable {
    public struct Options: Sendable {
        /// Whether the data must not be read now, for example while a keyring is locked.
        public var isRestricted: @Sendable () async -> Bool
        /// Receives the parts of a query that the database could not evaluate.
        public var diagnose: @Sendable (QueryDiagnostic) -> Void
        /// The most rows that Swift checks one by one; see ``FinanceError/tooManyRows(limit:)``.
        public var mostRows: Int
        /// The most rows of a change set.
        var pageSize = 500

        /// Makes options; by default nothing is restricted and diagnostics are dropped.
        public init(
            isRestricted: @escaping @Sendable () async -> Bool = { false },
            diagnose: @escaping @Sendable (QueryDiagnostic) -> Void = { _ in },
            mostRows: Int = 200_000
        ) {
            self.isRestricted = isRestricted
            self.diagnose = diagnose
            self.mostRows = mostRows
        }
    }

    /// The reader that asks; `nil` for the owner, who sees everything.
    public let reader: ReaderName?
    /// The damaged rows that reading has left out so far: the problem of the newest of each table.
    public var unreadableRows: [String: String] { connection.unreadable.byTable }
    private let connection: StoreConnection
    let options: Options
    /// Signals changes by any process.
    let changeSignal: ChangeSignal

    init(_ connection: StoreConnection, reader: ReaderName? = nil, options: Options = Options()) {
        self.connection = connection
        self.reader = reader
        self.options = options
        changeSignal = ChangeSignal(folder: connection.paths.folder, name: StatePaths.changesName)
    }

    /// Opens the store of a state folder for reading, as the owner, who sees everything.
    ///
    /// - Throws: ``FinanceError/storeUnusable(_:)``, also if nothing is stored there yet.
    public static func open(
        folder: String, options: Options = Options()
    ) throws(FinanceError) -> FinanceStore {
        FinanceStore(try connection(to: folder), options: options)
    }

    /// Opens the store as a reader, who sees what the owner has granted to that name.
    ///
    /// It fails as ``open(folder:options:)`` does. The reader is not optional, so that a missing
    /// name never opens everything.
    public static func open(
        folder: String, reader: ReaderName, options: Options = Options()
    ) throws(FinanceError) -> FinanceStore {
        FinanceStore(try connection(to: folder), reader: reader, options: options)
    }

    private static func connection(to folder: String) throws(FinanceError) -> StoreConnection {
        do throws(StoreError) {
            return try StoreConnection.openBeside(folder: folder, isReadOnly: true)
        } catch { throw .storeUnusable(error) }
    }
}

extension FinanceStore {
    /// The kinds of data that a store may have.
    public enum DataType: String, Sendable, Hashable, Codable, CaseIterable {
        /// Accounts, balances and transactions.
        case financialData
    }

    /// The changes that a history query returns.
    public typealias Changes = HistoryChanges
    public typealias HistoryToken = Store.HistoryToken

    /// Whether this machine can serve that kind of data: on Linux always, with or without content.
    public static func isDataAvailable(_ type: DataType) -> Bool { type == .financialData }
}

extension FinanceStore {
    var folder: String { connection.paths.folder }

    /// Reads one snapshot, unless the data is restricted now: the only way to the database.
    func reading<Value: Sendable>(
        _ operation: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(FinanceError) -> Value {
        guard await !options.isRestricted() else { throw .dataRestricted(.financialData) }
        let answer: Result<Value, FinanceError>
        do throws(StoreError) {
            answer = try await connection.read(operation) { database in
                do { return .success(try body(database)) } catch let error as FinanceError {
                    return .failure(error)
                }
            }
        } catch { throw .storeUnusable(error) }
        return try answer.get()
    }
}
