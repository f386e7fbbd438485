import Finance

extension LineCursor {
    /// The text of a token: its own bytes, or decoded when it has escapes.
    func text(_ token: LineToken) throws(LineFault) -> String {
        if token.isPlain { return plainText(token) }
        let bytes = bytes(token)
        guard bytes.contains(UInt8(ascii: "\\")) else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw LineFault(.invalidUTF8, at: token.start)
            }
            return text
        }
        return try unescaped(token)
    }

    /// The text of a token that has no escapes, such as a number.
    func plainText(_ token: LineToken) -> String {
        String(decoding: bytes(token), as: UTF8.self)
    }

    /// A piece of the line for an error: short, and without control characters.
    func quoted(_ token: LineToken) -> String {
        let text = String(decoding: bytes(token).prefix(160), as: UTF8.self)
        let shown = text.prefix(40).map { $0.unicodeScalars.allSatisfy(Self.isShown) ? $0 : "?" }
        return String(shown) + (text.count > 40 ? "…" : "")
    }

    private static func isShown(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
            false
        default: true
        }
    }

    /// Escapes are rare, and the tree reader knows them all.
    private func unescaped(_ token: LineToken) throws(LineFault) -> String {
        let whole = bytes(LineToken(start: token.start - 1, end: token.end + 1, isPlain: false))
        let json = PositionedJSON(Array(whole), isStrict: true)
        if let text = json.root?.string { return text }
        let isUTF8 = json.problems.first?.kind != .invalidUTF8
        throw LineFault(
            isUTF8 ? .syntax(expected: "an escape that JSON knows") : .invalidUTF8,
            at: token.start)
    }
}
