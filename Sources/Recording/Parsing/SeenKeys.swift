/// Which keys of one object have been met, without a set in memory.
struct SeenKeys {
    private var bits: UInt32 = 0

    /// Marks the key with that number, 0 to 31; throws if it was there before.
    @inline(__always)
    mutating func mark(
        _ number: Int, _ key: StaticString, at offset: Int
    ) throws(LineFault) {
        let bit = UInt32(1) << UInt32(truncatingIfNeeded: number)
        guard bits & bit == 0 else { throw LineFault(.repeated(key: "\(key)"), at: offset) }
        bits |= bit
    }
}
