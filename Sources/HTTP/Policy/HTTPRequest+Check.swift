extension HTTPRequest {
    /// Refuses what must never be sent, before anything is sent.
    ///
    /// Addresses: only `https` and `http`, no user name or password in them, no blanks or control
    /// characters. Where `http` may lead is judged when the connection is made, on the address
    /// really used. Headers: names of letters, digits and a few signs (RFC 9110, section 5.1),
    /// values without control characters, none of those that frame the message.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedHeader(_:)``.
    public func check() throws(TransportError) {
        _ = try HTTPTarget(url: url)
        try checkHeaders()
    }

    /// The second half of ``check()``, for one whose address was read already.
    func checkHeaders() throws(TransportError) {
        if prepared == nil { try HTTPHeader.check(headers) }
    }
}

extension HTTPHeader {
    /// Refuses headers that cannot be sent.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` for the first of them.
    static func check(_ headers: [HTTPHeader]) throws(TransportError) {
        for header in headers {
            guard header.isSendable else { throw .refusedHeader(header.printableName) }
        }
    }

    /// Whether the header can be sent without changing the shape of the message.
    var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy { Self.isTokenByte($0) } && hasPrintableValue
            && !Self.framing.contains { isNamed($0) }
    }

    /// Whether the value is free of control characters; a token has a thousand signs, so its bytes
    /// are looked at where they lie, and to the end in any case: then many are in one step.
    private var hasPrintableValue: Bool {
        var text = value
        return text.withUTF8 { bytes in bytes.reduce(0) { $0 | Self.control($1) } == 0 }
    }

    /// 1 for a control character other than a tab, without a branch.
    private static func control(_ byte: UInt8) -> UInt8 {
        (byte == 0x09 ? 0 : 1) & (byte < 0x20 ? 1 : 0) | (byte == 0x7f ? 1 : 0)
    }

    /// The name without what would disturb a terminal or a log, at most 64 letters.
    var printableName: String {
        String(decoding: name.utf8.filter(Self.isTokenByte).prefix(64), as: UTF8.self)
    }

    /// Headers that only the transport may write, because the two sides must agree on them.
    private static let framing = [
        "Content-Length", "Transfer-Encoding", "Host", "Expect", "Connection", "Upgrade", "Trailer",
        "TE",
    ]

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
        default: false
        }
    }
}
