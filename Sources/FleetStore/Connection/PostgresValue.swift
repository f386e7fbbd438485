import Foundation

/// A parameter of a statement, in PostgreSQL's binary format.
enum PostgresValue {
    case int(Int64)
    case text(String)
    case bytes([UInt8]?)
    case instant(Date)
    case ints([Int64])
    case bools([Bool])
    case texts([String])
    case blobs([[UInt8]?])
    case instants([Date?])

    /// The type's number in the server's catalogue, the same everywhere (pg_type.dat).
    var type: UInt32 {
        switch self {
        case .int: 20
        case .text: 25
        case .bytes: 17
        case .instant: 1184
        case .ints: 1016
        case .bools: 1000
        case .texts: 1009
        case .blobs: 1001
        case .instants: 1185
        }
    }

    /// `nil` for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .int(let value): value.bigEndianBytes
        case .text(let value): Array(value.utf8)
        case .bytes(let value): value
        case .instant(let value): value.microseconds.bigEndianBytes
        case .ints(let values): Self.array(of: 20, values.map(\.bigEndianBytes))
        case .bools(let values): Self.array(of: 16, values.map { [$0 ? 1 : 0] })
        case .texts(let values): Self.array(of: 25, values.map { Array($0.utf8) })
        case .blobs(let values): Self.array(of: 17, values)
        case .instants(let values):
            Self.array(of: 1184, values.map { $0?.microseconds.bigEndianBytes })
        }
    }

    /// Dimensions, whether there are NULLs, the elements' type, their number, the first index; then
    /// each element with its length.
    private static func array(of type: Int32, _ elements: [[UInt8]?]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        for part in [1, elements.contains { $0 == nil } ? 1 : 0, type, Int32(elements.count), 1] {
            result += part.bigEndianBytes
        }
        for element in elements {
            result += Int32(element?.count ?? -1).bigEndianBytes
            result += element ?? []
        }
        return result
    }
}

/// A row of an answer, read column by column from the left; a NULL reads as 0 or as empty.
struct PostgresRow {
    private let result: PostgresResult
    private let row: Int32
    private var column: Int32 = 0

    init(_ result: PostgresResult, _ row: Int32) {
        self.result = result
        self.row = row
    }

    mutating func bytes() -> [UInt8]? {
        defer { column += 1 }
        return result.bytes(row, column)
    }

    mutating func text() -> String { String(decoding: bytes() ?? [], as: UTF8.self) }
    mutating func bool() -> Bool { bytes() == [1] }

    /// A smallint, an int or a bigint.
    mutating func int() -> Int64 {
        guard let bytes = bytes(), let first = bytes.first else { return 0 }
        return bytes.reduce(first < 128 ? 0 : -1) { $0 << 8 | Int64($1) }
    }

    mutating func instant() -> Date? { bytes().map { Date(microseconds: Int64(bigEndian: $0)) } }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    fileprivate init(bigEndian bytes: [UInt8]) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}

// PostgreSQL counts microseconds from 2000-01-01; the engine's instants are whole milliseconds.
extension Date {
    private static let epoch: Int64 = 946_684_800_000

    fileprivate var microseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        // The server's calendar is shorter than ours.
        let bound = min(max(milliseconds, -6e13), 3e15)
        return (Int64(bound) - Self.epoch) * 1_000
    }

    fileprivate init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds / 1_000 + Self.epoch) / 1_000)
    }
}
