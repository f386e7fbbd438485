import CPostgres
import Foundation

/// A parameter of a statement, in PostgreSQL's binary format.
struct PostgresValue: Sendable {
    /// The type's number in the server's catalogue, the same everywhere (pg_type.dat).
    let type: UInt32
    /// `nil` for NULL.
    let encoded: [UInt8]?

    static func int(_ value: some BinaryInteger) -> Self {
        Self(type: 20, encoded: Int64(value).bigEndianBytes)
    }
    static func text(_ value: String) -> Self { Self(type: 25, encoded: Array(value.utf8)) }
    static func bytes(_ value: [UInt8]?) -> Self { Self(type: 17, encoded: value) }
    static func instant(_ value: Date) -> Self {
        Self(type: 1184, encoded: value.microseconds.bigEndianBytes)
    }
    /// For `$n * interval '1 millisecond'`.
    static func duration(_ value: Duration) -> Self {
        .int(Int64((value / .milliseconds(1)).rounded()))
    }

    static func ints(_ values: [some BinaryInteger]) -> Self {
        array(1016, of: 20, values.map { Int64($0).bigEndianBytes })
    }
    static func bools(_ values: [Bool]) -> Self { array(1000, of: 16, values.map { [$0 ? 1 : 0] }) }
    static func texts(_ values: [String]) -> Self {
        array(1009, of: 25, values.map { Array($0.utf8) })
    }
    static func blobs(_ values: [[UInt8]?]) -> Self { array(1001, of: 17, values) }
    static func instants(_ values: [Date?]) -> Self {
        array(1185, of: 1184, values.map { $0?.microseconds.bigEndianBytes })
    }

    /// Encodes an array: dimensions, whether there are NULLs, the elements' type, their number, the
    /// first index, then each element with its length.
    private static func array(_ array: UInt32, of type: Int32, _ elements: [[UInt8]?]) -> Self {
        var result: [UInt8] = []
        result.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        for part in [1, elements.contains { $0 == nil } ? 1 : 0, type, Int32(elements.count), 1] {
            result += part.bigEndianBytes
        }
        for element in elements {
            result += Int32(element?.count ?? -1).bigEndianBytes
            result += element ?? []
        }
        return Self(type: array, encoded: result)
    }
}

/// A row of an answer, read column by column from the left; a NULL reads as 0 or as empty.
final class PostgresRow {
    private var cells: ArraySlice<[UInt8]?>

    init(_ row: Int32, of answer: OpaquePointer, _ library: cpostgres_library) {
        cells =
            (0..<library.PQnfields(answer)).map { column -> [UInt8]? in
                guard library.PQgetisnull(answer, row, column) == 0 else { return nil }
                let count = Int(library.PQgetlength(answer, row, column))
                let start = library.PQgetvalue(answer, row, column)
                return Array(UnsafeRawBufferPointer(start: start, count: count))
            }[...]
    }

    func bytes() -> [UInt8]? { cells.popFirst() ?? nil }
    func text() -> String { String(decoding: bytes() ?? [], as: UTF8.self) }
    func bool() -> Bool { bytes() == [1] }

    /// A smallint, an int or a bigint.
    func int() -> Int64 { bytes().map(Self.number) ?? 0 }
    func count() -> Int { Int(int()) }
    func instant() -> Date? { bytes().map { Date(microseconds: Self.number($0)) } }

    private static func number(_ bytes: [UInt8]) -> Int64 {
        bytes.reduce((bytes.first ?? 0) < 128 ? 0 : -1) { $0 << 8 | Int64($1) }
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

// PostgreSQL counts microseconds from 2000-01-01; the engine's instants are whole milliseconds.
extension Date {
    private static let epoch: Int64 = 946_684_800_000

    fileprivate var microseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        // The server's calendar is shorter than Foundation's.
        let bound = min(max(milliseconds, -6e13), 3e15)
        return (Int64(bound) - Self.epoch) * 1_000
    }

    fileprivate init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds / 1_000 + Self.epoch) / 1_000)
    }
}
