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
