/// One header field of a request or a response.
///
/// ```swift
/// HTTPHeader("Accept", "application/json")
/// ```
public struct HTTPHeader: Sendable, Hashable {
    /// The name as it is sent or was received; names compare without regard to case.
    public let name: String
    /// The value without surrounding blanks.
    public let value: String

    /// Makes a header; what must not be sent is refused by ``HTTPRequest/check()``.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this header is called `other`, in any letter case.
    public func isNamed(_ other: String) -> Bool {
        let left = name.utf8
        let right = other.utf8
        return left.count == right.count
            && zip(left, right).allSatisfy { Self.lowered($0) == Self.lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte + 32 : byte
    }
}

extension HTTPHeader {
    /// Refuses headers that cannot be sent.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` for the first of them.
    public static func check(_ headers: [HTTPHeader]) throws(TransportError) {
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

extension HTTPHeader {
    /// Reads `Name: value` with its line end; `nil` for a status line or the empty last line.
    init?(line bytes: UnsafeRawBufferPointer) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = bytes[..<colon]
        guard !name.contains(where: { $0 <= 0x20 || $0 == 0x2f }) else { return nil }
        let value = bytes[(colon + 1)...].drop(while: Self.isBlank)
        let end = value.lastIndex { !Self.isBlank($0) }
        let trimmed = end.map { value[value.startIndex...$0] }
        self.init(
            String(decoding: name, as: UTF8.self),
            trimmed.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
    }
}
