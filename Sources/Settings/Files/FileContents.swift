/// What a file held, with its mode at the same moment.
public struct FileContents: Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Who may read it.
    public let mode: FileMode

    /// Makes the contents.
    public init(bytes: [UInt8], mode: FileMode) {
        self.bytes = bytes
        self.mode = mode
    }
}
