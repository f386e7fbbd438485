/// What a line is, seen from its keys.
enum LineKind {
    case snapshot
    case transaction

    /// Looks at the keys from the start until one tells; moves only its own copy of the cursor.
    static func of(_ cursor: LineCursor) throws(LineFault) -> LineKind {
        var cursor = cursor
        try cursor.expect(UInt8(ascii: "{"), "'{'")
        guard !cursor.accept(UInt8(ascii: "}")) else { throw LineFault(.unknownLine, at: nil) }
        repeat {
            let key = try cursor.string("a key in quotes")
            if let kind = kind(of: key, cursor) { return kind }
            try cursor.expect(UInt8(ascii: ":"), "':'")
            try cursor.skip()
        } while cursor.accept(UInt8(ascii: ","))
        throw LineFault(.unknownLine, at: nil)
    }

    private static func kind(of key: LineToken, _ cursor: LineCursor) -> LineKind? {
        switch key.count {
        case 4: cursor.equals(key, "date") ? .transaction : nil
        case 6: cursor.equals(key, "amount") ? .transaction : nil
        case 7:
            cursor.equals(key, "account")
                ? .transaction : cursor.equals(key, "outcome") ? .snapshot : nil
        case 8: cursor.equals(key, "accounts") ? .snapshot : nil
        case 10: cursor.equals(key, "observedAt") ? .snapshot : nil
        case 12: cursor.equals(key, "transactions") ? .snapshot : nil
        default: nil
        }
    }
}
