import Finance

extension LineCursor {
    /// How deep brackets may go inside a member that is passed over.
    private static let depthLimit = 64

    /// Takes a value of any kind without looking at it.
    mutating func skip(depth: Int = 0) throws(LineFault) {
        guard depth < Self.depthLimit else { throw LineFault(.tooDeep, at: position) }
        switch peek() {
        case UInt8(ascii: "{"):
            try object { (cursor, _) throws(LineFault) in try cursor.skip(depth: depth + 1) }
        case UInt8(ascii: "["):
            try array { (cursor) throws(LineFault) in try cursor.skip(depth: depth + 1) }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "-"), 48...57:
            let token = try number()
            guard DecimalNumber.isWellFormed(json: bytes(token).span) else {
                throw LineFault(.syntax(expected: "a number"), at: token.start)
            }
        default:
            guard word("null") || word("true") || word("false") else { throw syntax("a value") }
        }
    }
}
