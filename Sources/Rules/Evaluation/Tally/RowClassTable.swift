/// Finds the number of a class of rows by its key; a table with open addressing.
struct RowClassTable: Sendable {
    private var keys = [UInt64](repeating: 0, count: 1_024)
    /// Numbers plus one, or 0 for a free place.
    private var slots = [Int32](repeating: 0, count: 1_024)
    private var count: Int32 = 0

    /// The number of a class; `nil` if it was not met.
    @inline(__always)
    func number(of key: UInt64) -> Int? {
        var place = start(key)
        while slots[place] != 0 {
            if keys[place] == key { return Int(slots[place]) - 1 }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Gives a new class the next number.
    mutating func add(_ key: UInt64) {
        if Int(count) * 2 >= slots.count { grow() }
        count += 1
        put(key, count)
    }

    @inline(__always)
    private func start(_ key: UInt64) -> Int {
        let product = key.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
    }

    private mutating func put(_ key: UInt64, _ slot: Int32) {
        var place = start(key)
        while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
        keys[place] = key
        slots[place] = slot
    }

    private mutating func grow() {
        let (oldKeys, oldSlots) = (keys, slots)
        keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
        slots = [Int32](repeating: 0, count: oldSlots.count * 2)
        for place in oldSlots.indices where oldSlots[place] != 0 {
            put(oldKeys[place], oldSlots[place])
        }
    }
}
