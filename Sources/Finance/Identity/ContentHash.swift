/// A quick 64-bit digest of a row's content, for look-ups inside one run only.
///
/// Equal contents have equal digests; whoever looks up compares the contents themselves as well.
enum ContentHash {
    /// Digests what ``RowContent`` compares, the currency aside.
    static func of(_ row: borrowing TransactionObservation) -> UInt64 {
        var hash = mixed(0x9E37_79B9_7F4A_7C15, UInt64(bitPattern: row.amount.minorUnits))
        let posted = row.posted?.dayNumber ?? .min
        hash = mixed(hash, UInt64(bitPattern: Int64(row.date.dayNumber &* 2)))
        hash = mixed(hash, UInt64(bitPattern: Int64(posted)))
        guard let text = row.text else { return hash }
        return text.utf8.withContiguousStorageIfAvailable {
            mixed(hash, UnsafeRawBufferPointer($0))
        }
            ?? mixed(hash, UInt64(text.utf8.count))
    }

    private static func mixed(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = mixed(hash, UInt64(bytes.count) &+ 1)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = mixed(hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return mixed(hash, rest)
    }

    /// Multiplies to 128 bits and folds: each bit of both words reaches the whole result.
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
    }
}

extension TransactionObservation {
    /// Whether both rows have one content; see ``RowContent``.
    func hasContent(of other: borrowing TransactionObservation) -> Bool {
        amount.minorUnits == other.amount.minorUnits && date == other.date
            && posted == other.posted && status.isReservation == other.status.isReservation
            && text == other.text && amount.currency == other.amount.currency
    }
}
