import Glibc

/// What the kernel tells of a watched folder in one reading.
///
/// Shape of an event: `inotify(7)`: four 32-bit fields, of which the second says what happened and
/// the last one how long the name is that follows.
struct FolderEvents: Sendable {
    /// The names that events are about; an empty one where the kernel lost some.
    private(set) var names: [[UInt8]] = []
    /// Whether the watch is gone, as after the folder was removed.
    private(set) var hasEnded = false

    private static let headLength = 16

    /// Reads all events.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= Self.headLength {
            let length = Int(Self.number(in: rest, at: 12))
            let isEnd = Self.number(in: rest, at: 4) & UInt32(IN_IGNORED) != 0
            rest = rest.dropFirst(Self.headLength)
            if isEnd { hasEnded = true } else { names.append(Self.name(in: rest, length)) }
            rest = rest.dropFirst(length)
        }
    }

    /// Whether the file may have been written: also where events were lost.
    func isAbout(_ file: String) -> Bool {
        names.contains { $0.isEmpty || $0.elementsEqual(file.utf8) }
    }

    private static func name(in bytes: ArraySlice<UInt8>, _ length: Int) -> [UInt8] {
        Array(bytes.prefix(length).prefix { $0 != 0 })
    }

    private static func number(in bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
