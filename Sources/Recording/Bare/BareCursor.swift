/// Finds the members of a bare transaction line that is written the usual way.
///
/// It looks at eight bytes at once and gives up on whatever needs a closer look: escapes, `null`,
/// keys that it does not know or that stand twice, anything that is no JSON. ``LineCursor`` decides
/// then.
struct BareCursor {
    private let base: UnsafeRawPointer
    private let end: Int
    private var position = 0

    /// Starts at the first byte of bytes that outlive the cursor; `nil` for none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
        self.base = base
        end = bytes.count
    }

    /// The members of the whole line; `nil` if it has to be looked at more closely.
    mutating func fields() -> BareFields? {
        var fields = BareFields()
        guard take(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard member(&fields) else { return nil }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { return nil }
        skipBlanks()
        return position == end ? fields : nil
    }

    @inline(__always)
    private mutating func member(_ fields: inout BareFields) -> Bool {
        guard let key = text(), take(UInt8(ascii: ":")), key.count <= 8, key.start + 8 <= end
        else { return false }
        let word = base.loadUnaligned(fromByteOffset: key.start, as: UInt64.self).littleEndian
        // The letters of the key, the first one lowest.
        switch word & (key.count == 8 ? .max : (1 << UInt64(key.count * 8)) - 1) {
        case 0x74_6E75_6F63_6361: return put(&fields.account)  // account
        case 0x746E_756F_6D61: return putAmount(&fields.amount)  // amount
        case 0x6574_6164: return put(&fields.date)  // date
        case 0x7478_6574: return put(&fields.text)  // text
        case 0x6570_7974: return put(&fields.type)  // type
        case 0x746E_6168_6372_656D: return put(&fields.merchant)  // merchant
        case 0x7375_7461_7473: return put(&fields.status)  // status
        case 0x7963_6E65_7272_7563: return put(&fields.currency)  // currency
        case 0x63_636D: return put(&fields.category)  // mcc
        case 0x656D_6974: return put(&fields.time)  // time
        default: return false
        }
    }

    @inline(__always)
    private mutating func put(_ piece: inout BareFields.Piece) -> Bool {
        guard !piece.isThere, let text = text() else { return false }
        piece = text
        return true
    }

    private mutating func putAmount(_ piece: inout BareFields.Piece) -> Bool {
        skipBlanks()
        guard position < end, byte(position) != UInt8(ascii: "\"") else { return put(&piece) }
        let start = position
        while position < end, Self.isOfNumber(byte(position)) { position += 1 }
        guard !piece.isThere, position > start else { return false }
        piece = BareFields.Piece(start: start, count: position - start)
        return true
    }

    /// Takes a quoted text without escapes.
    @inline(__always)
    private mutating func text() -> BareFields.Piece? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        var high: UInt64 = 0
        while position + 8 <= end {
            let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
            let quotes = Self.zeros(word ^ 0x2222_2222_2222_2222)
            let others =
                Self.zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
                | (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
            guard quotes | others == 0 else {
                // The lowest bit is exact: only bytes above the first match can be mistaken.
                let bit = (quotes | others).trailingZeroBitCount
                guard quotes >> UInt64(bit) & 1 == 1 else { return nil }
                high |= word & ((1 << UInt64(bit - 7)) - 1)
                position += bit / 8
                return close(start, high)
            }
            high |= word
            position += 8
        }
        while position < end, byte(position) != UInt8(ascii: "\"") {
            guard byte(position) >= 0x20, byte(position) != UInt8(ascii: "\\") else { return nil }
            high |= UInt64(byte(position))
            position += 1
        }
        return position < end ? close(start, high) : nil
    }

    @inline(__always)
    private mutating func close(_ start: Int, _ high: UInt64) -> BareFields.Piece {
        let count = position - start
        position += 1
        return BareFields.Piece(
            start: start, count: count, isPlain: high & 0x8080_8080_8080_8080 == 0)
    }

    /// The highest bit of each byte that is zero, exact up to the first of them.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    @inline(__always)
    private mutating func take(_ wanted: UInt8) -> Bool {
        skipBlanks()
        guard position < end, byte(position) == wanted else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while position < end, Self.isBlank(byte(position)) { position += 1 }
    }

    @inline(__always)
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    /// Whether it is part of a plain number; exponents need a closer look.
    @inline(__always)
    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    @inline(__always)
    private func byte(_ place: Int) -> UInt8 {
        base.load(fromByteOffset: place, as: UInt8.self)
    }
}
