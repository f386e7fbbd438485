import Glibc

/// Why a recording could not be opened or written.
public struct RecordingFileError: Error, Sendable, Equatable {
    /// The system's reason in words, such as `No space left on device`.
    public let reason: String

    /// Takes the words of the system's error number.
    init(_ number: Int32) {
        reason = String(cString: strerror(number))
    }
}
