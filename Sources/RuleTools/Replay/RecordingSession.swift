package import Alerts
import Finance
package import Foundation
package import Recording
package import Rules
package import Watch

/// Replays a recording of one household, or of many one after the other, each from an empty state.
///
/// Memory follows the largest household. A line that can't be read is a failed poll of its
/// household only.
package struct RecordingSession: Sendable {
    private let rules: RuleSet
    private let builder: @Sendable (_ first: RecordingLine, _ household: String?) -> PipelineBuilder
    private var player: RecordingPlayer?
    /// The household of the lines; `nil` for a recording that names no households.
    private(set) var household: String?
    /// The instant of the earliest line that could be read.
    package private(set) var start: Date?

    /// - Parameter builder: makes the player of a household, from its first line.
    package init(
        rules: RuleSet,
        builder:
            @escaping @Sendable (_ first: RecordingLine, _ household: String?) -> PipelineBuilder
    ) {
        self.rules = rules
        self.builder = builder
    }

    /// Replays one line.
    ///
    /// - Parameter notify: gets each notification with its household.
    /// - Returns: the problem of the line.
    package mutating func play(
        _ line: Result<RecordingLine, RecordingError>, of household: String?,
        _ notify: (AlertNotification, String?) -> Void
    ) -> RecordingError? {
        if let household, household != self.household {
            finish(notify)
            self.household = household
        }
        switch line {
        case .success(let line):
            if player == nil {
                player = RecordingPlayer(rules: rules, builder: builder(line, household))
            }
            // Changed in place: a copy for each line would be a quarter of the work.
            for notification in player?.play(line) ?? [] { notify(notification, self.household) }
            return nil
        case .failure(let error):
            guard error.fault != .overtaken else { return error }
            // Without a household in the line it is unknown whose poll failed.
            guard household != nil || self.household == nil else { return error }
            for notification in player?.playUnreadable() ?? [] { notify(notification, household) }
            return error
        }
    }

    /// Ends a household and passes on its held notifications.
    package mutating func finish(_ notify: (AlertNotification, String?) -> Void) {
        for notification in player?.finish() ?? [] { notify(notification, household) }
        if let first = player?.span?.lowerBound { start = min(start ?? first, first) }
        player = nil
    }
}

extension AlertNotification {
    /// The published form in one line, with its household at the front if there is one.
    package func line(of household: String?) -> [UInt8] {
        let bytes = NotificationCoding.bytes(self)
        guard let household else { return bytes }
        return Array("{\"household\":\(JSONWriter.quoted(household)),".utf8) + bytes.dropFirst()
    }
}

/// Replays the lines of a recording through the real evaluation and alert lifecycle, in memory.
///
/// Nothing is sent or stored; the same lines give the same notifications (D62).
struct RecordingPlayer: Sendable {
    private var replayer: Replayer
    private var accounts = BareAccounts()
    private let zone: TimeZone
    private var noon: (day: CalendarDay, instant: Date)?
    /// Bare transactions have no other source.
    private var source = BareAccounts.source
    /// The instants of the first and the last line that could be read.
    private(set) var span: ClosedRange<Date>?

    init(rules: RuleSet, builder: PipelineBuilder) {
        zone = builder.zone
        replayer = Replayer(rules: rules, builder: builder)
    }

    /// Replays one line.
    ///
    /// - Returns: the notifications up to and at its time.
    mutating func play(_ line: RecordingLine) -> [AlertNotification] {
        switch line {
        case .snapshot(let snapshot):
            note(snapshot.observedAt)
            source = snapshot.source
            return replayer.play(snapshot)
        case .transaction(let line):
            let instant = instant(of: line)
            note(instant)
            let account = accounts.facts(of: line, at: instant)
            let transaction = accounts.transaction(from: line, on: account, at: instant)
            return replayer.play(transaction, of: account)
        }
    }

    /// Replays a line that could not be read: a failed poll at the time of the line before (D35).
    mutating func playUnreadable() -> [AlertNotification] {
        guard let last = span?.upperBound else { return [] }
        let failure = SourceFailure(
            kind: .malformed, problem: "the line could not be read", fix: "correct the line")
        return replayer.play(Snapshot(source: source, observedAt: last, failure: failure))
    }

    /// The notifications that are still held when the recording ends (D53).
    func finish() -> [AlertNotification] { replayer.finish() }

    /// The clock of a line; noon of a day is looked up once for all its lines.
    private mutating func instant(of line: BareTransactionLine) -> Date {
        if let time = line.time { return time }
        if let noon, noon.day == line.row.date { return noon.instant }
        let instant = line.observedAt(in: zone)
        noon = (line.row.date, instant)
        return instant
    }

    private mutating func note(_ instant: Date) {
        let lower = min(span?.lowerBound ?? instant, instant)
        span = lower...max(span?.upperBound ?? instant, instant)
    }
}

/// The accounts in bare transaction lines, created as they occur.
struct BareAccounts: Sendable {
    static let source = "eval"
    private var known: [String: AccountFacts] = [:]
    private var count: UInt64 = 0

    mutating func facts(of line: BareTransactionLine, at instant: Date) -> AccountFacts {
        var facts = known[line.row.bankAccountID] ?? make(line)
        facts.freshAt = instant
        facts.completeAt = instant
        facts.firstSeen = instant
        return facts
    }

    /// The line as a transaction with an identifier of its own; every line is a new one.
    mutating func transaction(
        from line: BareTransactionLine, on account: AccountFacts, at instant: Date
    ) -> Transaction {
        count += 1
        let id = account.account.id.numbered(count)
        return Transaction(
            id: id, accountID: account.account.id, observed: line.row.marked, firstSeen: instant)
    }

    private mutating func make(_ line: BareTransactionLine) -> AccountFacts {
        let details = AccountDetails(
            displayName: line.row.bankAccountID.marked, institutionName: Self.source,
            currency: line.row.amount.currency, bankAccountID: line.row.bankAccountID)
        let account = Account.asset(AssetAccount(details: details))
        let facts = AccountFacts(
            account: account, booked: nil, available: nil, creditLimit: nil, freshAt: .distantPast,
            completeAt: nil, firstSeen: .distantPast, coveredFrom: line.row.date)
        known[line.row.bankAccountID] = facts
        return facts
    }
}

extension UUID {
    /// An identifier derived from this one and a number: the same lines get the same ones.
    fileprivate func numbered(_ number: UInt64) -> UUID {
        var bytes = uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in 0..<8 {
                bytes[15 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * place))
            }
        }
        return UUID(uuid: bytes)
    }
}

/// The lines of a recording: of a file, or of standard input for `-`.
package struct RecordingInput: Sendable {
    private static let blockSize = 1 << 18

    private let path: String

    package init(path: String) { self.path = path }

    /// Passes on every line that is not empty, with its place if it could not be read.
    ///
    /// - Parameters:
    ///   - isByHousehold: whether each line names its household, all lines of one together.
    ///   - body: gets the line and its household; `nil` if there are no households, or it can't be
    ///     read.
    /// - Throws: ``RecordingUnreadable`` if the file can't be opened or read.
    package func forEach(
        byHousehold isByHousehold: Bool = false,
        _ body: (Result<RecordingLine, RecordingError>, String?) -> Void
    ) throws {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var splitter = LineSplitter()
        let reader = SnapshotLineReader()
        var households = isByHousehold ? Households() : nil
        func give(_ bytes: Result<UnsafeBufferPointer<UInt8>, RecordingError>, _ number: Int) {
            do throws(RecordingError) {
                let bytes = try bytes.get()
                let household = try households?.next(bytes, number, reader)
                let line = Result { () throws(RecordingError) in
                    try reader.line(bytes, number: number)
                }
                let isOvertaken = households?.isOvertaken(line) ?? false
                let error = RecordingError(line: number, column: nil, fault: .overtaken)
                body(isOvertaken ? .failure(error) : line, household)
            } catch { body(.failure(error), nil) }
        }
        // One block for the whole input: a new one each time would cost more than reading it.
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while case let count = try fill(&block, from: descriptor), count > 0 {
            block.withUnsafeBufferPointer {
                splitter.take(UnsafeBufferPointer(rebasing: $0[..<count]), give)
            }
        }
        splitter.finish(give)
    }

    /// Reads the next bytes; returns how many, 0 at the end.
    private func fill(_ block: inout [UInt8], from descriptor: Int32) throws -> Int {
        var got = 0
        repeat { got = read(descriptor, &block, block.count) } while got < 0 && errno == EINTR
        guard got >= 0 else { throw unreadable }
        return got
    }

    private var unreadable: RecordingUnreadable { RecordingUnreadable(path: path) }
}

/// The households of a recording so far; the lines of each must be together.
private struct Households {
    private var current: String?
    /// Hashes instead of names: there may be millions.
    private var seen: Set<Int> = []
    /// The times of the newest answers of the current one, by source.
    private var newest: [String: Date] = [:]

    mutating func next(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int, _ reader: SnapshotLineReader
    ) throws(RecordingError) -> String {
        let household = try reader.household(bytes, number: number)
        guard household != current else { return household }
        guard seen.insert(household.hashValue).inserted else {
            throw RecordingError(line: number, column: nil, fault: .scattered(household: household))
        }
        (current, newest) = (household, [:])
        return household
    }

    /// Whether a line has an older answer than one before it of the same source; a fleet leaves
    /// such answers out as well.
    mutating func isOvertaken(_ line: Result<RecordingLine, RecordingError>) -> Bool {
        guard case .success(.snapshot(let snapshot)) = line else { return false }
        if let last = newest[snapshot.source], snapshot.observedAt < last { return true }
        newest[snapshot.source] = snapshot.observedAt
        return false
    }
}

/// A recording that can't be opened or read.
package struct RecordingUnreadable: Error { package let path: String }
