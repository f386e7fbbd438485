/// The permission bits of a file.
public struct FileMode: Sendable, Hashable, CustomStringConvertible {
    /// The twelve lowest bits of `st_mode`.
    public let bits: UInt32

    /// Makes a mode from `st_mode`; the file's type is cut off.
    public init(_ mode: UInt32) {
        bits = mode & 0o7777
    }

    /// Whether group or others may read or write the file.
    public var isOpenToOthers: Bool { bits & 0o066 != 0 }

    /// Whether everybody may write the file.
    public var isWritableByAll: Bool { bits & 0o002 != 0 }

    /// Four octal digits: `0644`.
    public var description: String {
        let text = String(bits, radix: 8)
        return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }
}
