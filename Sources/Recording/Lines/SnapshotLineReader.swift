public import Finance
public import Foundation

/// A snapshot, or a bare transaction that `eval` takes as new.
public enum RecordingLine: Sendable, Hashable {
    /// What a bank answered to a poll.
    case snapshot(Snapshot)
    /// One new transaction without any balance.
    case transaction(BareTransactionLine)
}

/// A transaction on a line of its own: always new, with no balance and no baseline.
///
/// ```json
/// {"account":"Brukskonto","amount":"-12.50","date":"2026-03-06","text":"KIOSK"}
/// ```
public struct BareTransactionLine: Sendable, Hashable {
    /// The line as a row of a bank's answer; the account's identifier is its name too.
    public var row: TransactionObservation
    /// When it was seen, if the line says so.
    public var time: Date?

    public init(_ row: TransactionObservation, time: Date? = nil) {
        self.row = row
        self.time = time
    }

    /// The clock of the line: its `time`, else noon of its `date` in `zone`.
    public func observedAt(in zone: TimeZone) -> Date {
        if let time { return time }
        let noon = Date(timeIntervalSince1970: Double(row.date.dayNumber) * 86_400 + 43_200)
        return noon.addingTimeInterval(-Double(zone.secondsFromGMT(for: noon)))
    }
}

/// The keys of the lines that a household took lately, because feeds without positions repeat
/// lines.
public struct RecentKeys: Codable, Sendable {
    private static let limit = 1_000
    /// Eight bytes of a hash for each key, the oldest first.
    private var hashes = Data()

    public init() {}

    /// Adds a key; returns false if it was there before.
    public mutating func insert(_ key: String) -> Bool {
        let hash = UInt64(truncatingIfNeeded: StableHash(key).value)
        let isKnown = hashes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 7, by: 8).contains {
                bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) == hash
            }
        }
        guard !isKnown else { return false }
        withUnsafeBytes(of: hash) { hashes.append(contentsOf: $0) }
        hashes = hashes.suffix(Self.limit * 8)
        return true
    }
}

/// Reads one line of a recording.
///
/// Keys may come in any order; unknown ones are ignored. Amounts are read exactly from decimal
/// texts or JSON numbers.
public struct SnapshotLineReader: Sendable {
    /// The keys that only one of both kinds of line has.
    private enum DecisiveKey: String, CaseIterable {
        case account, amount, date
        case observedAt, outcome, accounts, transactions
    }

    private enum AddressKey: String, CaseIterable { case household, key }

    private static let decisiveKeys = LineWords(DecisiveKey.self)
    private static let addressKeys = LineWords(AddressKey.self)

    public init() {}

    /// Reads a snapshot or a bare transaction, whichever the line is.
    ///
    /// - Parameters:
    ///   - bytes: the line without its line break; not kept.
    ///   - number: the line's number, for errors.
    public func line(
        _ bytes: UnsafeBufferPointer<UInt8>, number: Int
    ) throws(RecordingError) -> RecordingLine {
        try reading(bytes, number) { (cursor) throws(LineFault) in
            switch try cursor.firstKey(Self.decisiveKeys) {
            case nil: throw LineFault(.unknownLine, at: nil)
            case .account, .amount, .date: .transaction(try cursor.bareTransaction())
            default: .snapshot(try Self.checked(cursor.snapshot()))
            }
        }
    }

    public func line(_ bytes: [UInt8], number: Int) throws(RecordingError) -> RecordingLine {
        try bytes.withUnsafeBufferPointer { (buffer) throws(RecordingError) in
            try line(buffer, number: number)
        }
    }

    /// The household that a line names, `"household": "H-17"`, even if a later part can't be read.
    public func household(
        _ bytes: UnsafeBufferPointer<UInt8>, number: Int
    ) throws(RecordingError) -> String {
        try address(bytes, number, isWhole: false).household
    }

    /// The household that a line names and the line's own `"key"`.
    public func address(
        _ bytes: [UInt8], number: Int
    ) throws(RecordingError) -> (household: String, key: String?) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(RecordingError) in
            try address(buffer, number, isWhole: true)
        }
    }

    private func address(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int, isWhole: Bool
    ) throws(RecordingError) -> (household: String, key: String?) {
        var found: String?
        var ownKey: String?
        do throws(RecordingError) {
            try reading(bytes, number) { (cursor) throws(LineFault) in
                try cursor.object(Self.addressKeys) { (line, key) throws(LineFault) in
                    switch key {
                    case .household: found = try line.text()
                    case .key: ownKey = try line.text()
                    }
                }
            }
        } catch { if isWhole || found == nil { throw error } }
        guard let found, !found.isEmpty else {
            throw RecordingError(line: number, fault: .missing(key: "household"))
        }
        for (key, text) in [("household", found), ("key", ownKey ?? "-")] {
            guard (1...200).contains(text.utf8.count), !text.hasControlCharacter else {
                throw RecordingError(
                    line: number,
                    fault: .wrongKind(
                        key: key, expected: "1 to 200 bytes without control characters"))
            }
            guard text.isComposed else {
                throw RecordingError(line: number, fault: .decomposed("'\(key)'"))
            }
        }
        guard !NationalIdentityNumber.mayBeIn(found) else {
            throw RecordingError(line: number, fault: .identifyingHousehold)
        }
        return (found, ownKey)
    }

    /// Reads a snapshot line that a bank could have given.
    ///
    /// Its day must not be in the future. All rows must belong to accounts that it lists, because
    /// others would be ignored.
    public func fed(
        _ bytes: [UInt8], number: Int, at now: Date
    ) throws(RecordingError) -> Snapshot {
        let snapshot = try snapshot(bytes, number: number)
        let listed = Set(snapshot.accounts.map(\.details.bankAccountID))
        if let row = snapshot.transactions.first(where: { !listed.contains($0.bankAccountID) }) {
            throw RecordingError(line: number, fault: .unlisted(account: row.bankAccountID))
        }
        guard snapshot.observedAt.timeIntervalSince(now) < 86_400 else {
            throw RecordingError(line: number, fault: .ahead)
        }
        return snapshot
    }

    /// Reads a line that must be a snapshot.
    public func snapshot(_ bytes: [UInt8], number: Int) throws(RecordingError) -> Snapshot {
        try bytes.withUnsafeBufferPointer { (buffer) throws(RecordingError) in
            try reading(buffer, number) { (cursor) throws(LineFault) in
                try Self.checked(cursor.snapshot())
            }
        }
    }

    /// Throws for an answer with an identifier that can't be stored unchanged (D85).
    private static func checked(_ snapshot: Snapshot) throws(LineFault) -> Snapshot {
        guard let problem = snapshot.identifierProblem else { return snapshot }
        throw LineFault(.identifier(problem), at: nil)
    }

    private func reading<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int,
        _ body: (inout LineCursor) throws(LineFault) -> Value
    ) throws(RecordingError) -> Value {
        var cursor = LineCursor(bytes)
        do {
            let value = try body(&cursor)
            try cursor.finish()
            return value
        } catch {
            let column = error.offset.map { cursor.column(of: $0) }
            throw RecordingError(line: number, column: column, fault: error.fault)
        }
    }
}
