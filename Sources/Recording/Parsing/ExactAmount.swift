import Finance

/// Reads an amount without leaving the line's bytes.
enum ExactAmount {
    /// The amount in minor units; `nil` for one that does not fit and for what is no number.
    static func minorUnits(_ bytes: UnsafeBufferPointer<UInt8>, decimals: Int) -> Int64? {
        (try? DecimalNumber(json: bytes.span))?.scaled(to: decimals)
    }
}
