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
