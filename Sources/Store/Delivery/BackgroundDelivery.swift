import Alerts
public import Finance
import Foundation
import GRDB

extension FinanceStore {
    /// Returns the wake-ups of a program that runs only when data has changed.
    ///
    /// Each element names the kinds that changed since the one before; query the history for the
    /// changes themselves. Between two elements lies at least the shortest gap. The sequence never
    /// ends by itself, and uses no processor time while it waits.
    ///
    /// - Parameters:
    ///   - token: a token of any stream of this store and reader; changes after it count. Without
    ///     one, changes from now on count.
    ///   - registration: a name under which the store remembers when the program was last woken and
    ///     for which kinds. Gap and changes then survive a restart: a wake-up is repeated if the
    ///     program did not ask for the next one. Needs write access.
    public func backgroundDelivery(
        for kinds: Set<BackgroundDataType>, frequency: UpdateFrequency,
        clock: any WallClock = SystemClock(),
        since token: HistoryToken? = nil, registration: String? = nil
    ) -> BackgroundDelivery {
        BackgroundDelivery(
            store: self, plan: DeliveryPlan(kinds: kinds, frequency: frequency), clock: clock,
            token: token, registration: registration)
    }

    /// A sequence of wake-ups; see ``backgroundDelivery(for:frequency:clock:since:)``.
    public struct BackgroundDelivery: AsyncSequence, Sendable {
        let store: FinanceStore
        let plan: DeliveryPlan
        let clock: any WallClock
        /// The point after which changes count.
        let token: HistoryToken?
        /// The name under which the store remembers the wake-ups.
        let registration: String?

        public func makeAsyncIterator() -> Iterator { Iterator(self) }

        /// Returns one wake-up after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let request: BackgroundDelivery
            private var plan: DeliveryPlan
            private var log: DeliveryLog?
            private var position: Int64?
            /// The newest change whose wake-up the program has finished.
            private var settled: Int64 = 0
            private var hasEnded = false
            private var signals: AsyncStream<Void>.Iterator?

            private var store: FinanceStore { request.store }
            private var clock: any WallClock { request.clock }

            init(_ request: BackgroundDelivery) {
                self.request = request
                plan = request.plan
            }

            /// The kinds of the next wake-up; `nil` when the task is cancelled.
            ///
            /// A database that another program holds and a full disk are waited for.
            public mutating func next() async throws -> [BackgroundDataType]? {
                var hasBegun = false
                while !Task.isCancelled, !hasEnded {
                    do {
                        if !hasBegun { try await begin() }
                        hasBegun = true
                        if let kinds = try await step() { return kinds }
                    } catch let error as StoreError, FinanceError.storeUnusable(let error) {
                        guard error.passes else { throw FinanceError.storeUnusable(error) }
                        try? await clock.sleep(until: clock.now.addingTimeInterval(10))
                    }
                }
                return nil
            }

            /// Starts to listen at the first call; later calls mean that the program has finished a
            /// wake-up.
            private mutating func begin() async throws {
                if let position {
                    settled = position
                    return try await note()
                }
                // Before reading, so that no change is missed in between.
                signals = try signals ?? store.changeSignal.listen().makeAsyncIterator()
                let known = try await register()
                let place = try await firstPosition(known)
                position = place
                settled = place
                try await note()
            }

            private func note() async throws {
                try await log?.write(.init(lastStart: plan.lastStart, position: settled))
            }

            private mutating func register() async throws -> DeliveryLog.Entry? {
                guard let name = request.registration else { return nil }
                let log = try DeliveryLog(folder: store.folder, name: name)
                self.log = log
                let known = try await log.entry()
                // A clock that was ahead once must not delay wake-ups for ever.
                let last = known?.lastStart.map { Swift.min($0, clock.now) }
                plan = DeliveryPlan(kinds: plan.kinds, frequency: plan.frequency, lastStart: last)
                if known?.isCompacted == true { plan.note(plan.kinds) }
                return known
            }

            private mutating func step() async throws -> [BackgroundDataType]? {
                let start = position ?? 0
                let news = try await store.changedKinds(since: start)
                position = news.head
                plan.note(news.kinds)
                switch plan.decision(at: clock.now) {
                case .start(let kinds):
                    var started = plan
                    started.started(at: clock.now)
                    try await log?.write(.init(lastStart: started.lastStart, position: settled))
                    plan = started
                    return kinds
                case .wait(let end): try? await clock.sleep(until: end)
                case .idle: hasEnded = await signals?.next() == nil
                }
                return nil
            }

            private func firstPosition(_ known: DeliveryLog.Entry?) async throws -> Int64 {
                if let token = request.token { return try await store.position(of: token) }
                if let known { return known.position }
                return try await store.position(of: store.currentToken())
            }
        }
    }

    fileprivate func changedKinds(
        since position: Int64
    ) async throws -> (kinds: Set<BackgroundDataType>, head: Int64) {
        let reader = reader
        return try await reading("look for changes") { database in
            try ChangedKinds.read(since: position, reader: reader, from: database)
        }
    }
}

@available(*, unavailable) extension FinanceStore.BackgroundDelivery.Iterator: Sendable {}

/// Which kinds of data have changed for a reader.
enum ChangedKinds {
    private static let select = """
        SELECT kind, accountID, entity, day, dayBefore FROM change WHERE sequence > ?
        """

    /// The kinds that changed after a sequence number, and the newest number.
    static func read(
        since position: Int64, reader: ReaderName?, from database: Database
    ) throws -> (kinds: Set<BackgroundDataType>, head: Int64) {
        let visible = try AccessReader.current(of: reader, from: database)
        let rows = try database.rows(select, [position])
        var kinds: Set<BackgroundDataType> = []
        while kinds.count < BackgroundDataType.allCases.count, let row = try rows.next() {
            kinds.formUnion(try self.kinds(row, reader: reader, visible))
        }
        return (kinds, try HistoryState.head(of: database))
    }

    private static func kinds(
        _ row: Row, reader: ReaderName?, _ visible: [UUID: Visibility]?
    ) throws -> Set<BackgroundDataType> {
        let number: Int = row["kind"]
        guard let kind = BackgroundDataType.allCases.first(where: { $0.number == number }) else {
            // The reader's access has changed, so rows of any kind may look different.
            let name = String.fromDatabaseValue(row["entity"])
            return name == reader?.text ? Set(BackgroundDataType.allCases) : []
        }
        let visibility = visible.map { $0[row["accountID"]] ?? .nothing } ?? .everything
        let isSeen =
            kind == .accounts
            ? visibility != .nothing
            : visibility.sees(row["day"]) || visibility.sees(row["dayBefore"])
        return isSeen ? [kind] : []
    }
}

/// The stored state of one program that is woken for changes, so that it survives a restart.
struct DeliveryLog: Sendable {
    /// The state of one registration.
    struct Entry: Sendable, Hashable {
        /// When the program was last woken; `nil` if it never was.
        var lastStart: Date?
        /// The newest change whose wake-up the program has finished.
        var position: Int64
        /// Whether later changes were compacted, so that their kinds are unknown.
        var isCompacted = false
    }

    private let connection: StoreConnection
    private let name: String

    private static let select = """
        SELECT lastStartMs, position, position < (SELECT compactedTo FROM history)
        FROM delivery WHERE name = ?
        """
    private static let upsert = """
        INSERT INTO delivery (name, lastStartMs, position) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE
        SET lastStartMs = excluded.lastStartMs, position = excluded.position
        """

    /// Opens the log of a state folder for one registration.
    init(folder: String, name: String) throws(StoreError) {
        connection = try StoreConnection.openBeside(folder: folder)
        self.name = name
    }

    func entry() async throws(StoreError) -> Entry? {
        try await connection.read("read a registration") { database in
            let statement = try database.cachedStatement(sql: Self.select)
            guard let row = try Row.fetchOne(statement, arguments: [name]) else { return nil }
            var reader = RowReader(row, table: "delivery")
            return Entry(
                lastStart: try reader.nextOptionalInstant(), position: try reader.next(),
                isCompacted: try reader.next())
        }
    }

    func write(_ entry: Entry) async throws(StoreError) {
        try await connection.write("note a registration") { database in
            try database.run(
                Self.upsert,
                [
                    name, entry.lastStart?.milliseconds, entry.position,
                ])
        }
    }
}

extension StoreError {
    /// Whether it goes away by itself: another program holds the database, or the disk is full.
    fileprivate var passes: Bool {
        switch self {
        case .locked(_, holder: nil), .diskFull: true
        default: false
        }
    }
}
