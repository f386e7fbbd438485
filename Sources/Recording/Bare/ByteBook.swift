import Glibc

/// Gives every distinct piece of bytes a number, from 0 in the order of their first appearance.
///
/// A table with open addressing, because nothing but a look-up happens on nearly every line.
struct ByteBook: Sendable {
    private struct Entry {
        let hash: UInt64
        let start: Int
        let count: Int
    }

    private var entries: [Entry] = []
    private var bytes: [UInt8] = []
    /// Numbers plus one, or 0 for a free place.
    ///
    /// The size is a power of two.
    private var slots = [Int32](repeating: 0, count: 256)

    /// How many pieces there are.
    var count: Int { entries.count }

    /// The number of a piece; `nil` if it is not in the book.
    @inline(__always)
    func number(of piece: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32? {
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[place] != 0 {
            let entry = entries[Int(slots[place] - 1)]
            if entry.hash == hash, entry.count == piece.count, isEqual(entry, piece) {
                return slots[place] - 1
            }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds a piece that is not in the book.
    mutating func add(_ piece: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int32 {
        if entries.count * 2 >= slots.count { grow() }
        entries.append(Entry(hash: hash, start: bytes.count, count: piece.count))
        bytes.append(contentsOf: piece)
        put(Int32(entries.count))
        return Int32(entries.count - 1)
    }

    /// The number of a piece, which is added if it is new.
    mutating func number(adding piece: UnsafeBufferPointer<UInt8>) -> Int32 {
        let hash = Self.hash(piece)
        return number(of: piece, hash) ?? add(piece, hash)
    }

    /// The number of a text, which is added if it is new.
    mutating func number(adding text: String) -> Int32 {
        var text = text
        return text.withUTF8 { number(adding: $0) }
    }

    /// The text with that number.
    func text(_ number: Int32) -> String {
        let entry = entries[Int(number)]
        return String(decoding: bytes[entry.start..<entry.start + entry.count], as: UTF8.self)
    }

    /// A hash that is quick for a few bytes; equal pieces have equal ones.
    @inline(__always)
    static func hash(_ piece: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: piece.count) &* 0x9E37_79B9_7F4A_7C15
        guard let base = UnsafeRawPointer(piece.baseAddress) else { return hash }
        var offset = 0
        while offset + 8 <= piece.count {
            hash = mix(hash, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        guard offset < piece.count else { return hash }
        var rest: UInt64 = 0
        if piece.count >= 8 {
            rest = base.loadUnaligned(fromByteOffset: piece.count - 8, as: UInt64.self)
        } else {
            for byte in piece { rest = rest << 8 | UInt64(byte) }
        }
        return mix(hash, rest)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        return product.high ^ product.low
    }

    @inline(__always)
    private func isEqual(_ entry: Entry, _ piece: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let other = piece.baseAddress, entry.count > 0 else { return true }
        return bytes.withUnsafeBufferPointer { own in
            guard let base = own.baseAddress else { return false }
            return memcmp(base + entry.start, other, entry.count) == 0
        }
    }

    private mutating func put(_ slot: Int32) {
        var place = Int(truncatingIfNeeded: entries[Int(slot) - 1].hash) & (slots.count - 1)
        while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        for slot in entries.indices { put(Int32(slot + 1)) }
    }
}
