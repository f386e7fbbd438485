public import Foundation

/// Gives identifiers to transactions that are seen for the first time.
///
/// They are derived from account and content alone, so that a second run from the same state gives
/// the same ones. A number distinguishes twins and returning content. They begin with the day by
/// which the bank lists the row, so that a poll touches one page of an index for its day rather
/// than one for every row.
package struct NewIdentifiers {
    private let account: String
    private var known: Set<UUID>
    /// The number of the last twin of a content.
    private var incarnations: [RowContent: Int] = [:]

    /// Starts from the held records, gone ones included, and from retired ones.
    package init(account: UUID, records: [TransactionRecord] = [], retired: Set<UUID> = []) {
        self.account = account.text
        known = retired.union(records.lazy.map(\.transaction.id))
    }

    /// The identifier of the next transaction with the content of `row`.
    package mutating func next(for row: TransactionObservation) -> UUID {
        let content = RowContent(row)
        var id = identifier(content, 0)
        guard !known.insert(id).inserted else { return id }
        // Only twins are counted; the first of them is the common case.
        var incarnation = incarnations[content] ?? 0
        repeat {
            incarnation += 1
            id = identifier(content, incarnation)
        } while !known.insert(id).inserted
        incarnations[content] = incarnation
        return id
    }

    private func identifier(_ content: RowContent, _ incarnation: Int) -> UUID {
        let parts = ["transaction", account] + content.parts + [String(incarnation)]
        return StableHash(parts: parts).uuid(near: (content.posted ?? content.date).dayNumber)
    }
}

/// A 128-bit digest (FNV-1a) for identifiers that must be the same on every run.
///
/// It keeps identifiers apart but protects nothing: do not use it against an attacker. Offset and
/// prime are those of the public FNV specification for 128 bits.
///
/// ```swift
/// StableHash("account", "sbanken", "FA4E…").uuid
/// ```
public struct StableHash: Sendable, Hashable {
    public let value: UInt128

    /// Digests the parts in order; `("ab", "c")` and `("a", "bc")` differ.
    public init(_ parts: String...) { self.init(parts: parts) }

    public init(parts: some Sequence<String>) {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        func mix(_ byte: UInt8) {
            hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        for part in parts {
            for byte in part.utf8 { mix(byte) }
            // 0xFF never occurs in UTF-8, so it can't be confused with a part's own bytes.
            mix(0xFF)
        }
        value = hash
    }

    /// The digest as a UUID of version 8 (RFC 9562: custom).
    public var uuid: UUID { Self.uuid(value) }

    /// The digest as a UUID whose first twelve bits are the last ones of a number.
    ///
    /// Identifiers of one number, and of the next, are therefore close together in an index.
    package func uuid(near number: Int) -> UUID {
        let start = UInt128(truncatingIfNeeded: number & 0xFFF) << 116
        return Self.uuid(value & (UInt128.max >> 12) | start)
    }

    private static func uuid(_ value: UInt128) -> UUID {
        var bytes = withUnsafeBytes(of: value.bigEndian) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The digest as 32 lower-case hexadecimal digits.
    public var hex: String {
        [UInt64(value >> 64), UInt64(truncatingIfNeeded: value)]
            .map { String($0, radix: 16).zeroPadded(to: 16) }.joined()
    }
}
