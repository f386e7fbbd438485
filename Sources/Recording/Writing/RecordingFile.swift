public import Finance
import Glibc

/// A file to which snapshots are appended as lines, readable by its owner alone.
///
/// Each line goes out with one system call, so that a recording has whole lines even if other programs
/// append to it; a line that a full disk has cut ends with the next line's beginning, and a reader names it.
public final class RecordingFile: Sendable {
    private let descriptor: Int32

    public init(path: String) throws(RecordingFileError) {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordingFileError(errno) }
    }

    deinit {
        close(descriptor)
    }

    public func append(_ snapshot: Snapshot) throws(RecordingFileError) {
        let line = SnapshotLineWriter().line(snapshot) + [0x0A]
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else {
            throw RecordingFileError(written < 0 ? errno : ENOSPC)
        }
    }
}

/// Why a recording could not be opened or written.
public struct RecordingFileError: Error, Sendable, Equatable {
    public let reason: String

    init(_ number: Int32) {
        reason = String(cString: strerror(number))
    }
}
